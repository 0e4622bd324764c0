import type { AgentPreset } from "./agent-definition.ts";

/** Claude Code (npm `@anthropic-ai/claude-code`), tried with 2.1.325. It speaks Messages. */
export const claudeCode: AgentPreset = ({ program = "claude", more }) => {
  // The sandbox around it is ours, so it need not ask before it acts; nobody could answer.
  const words = [
    ...[program, "-p", "--output-format", "stream-json", "--verbose"],
    ...["--model", "{model}", "--dangerously-skip-permissions"],
  ];
  return {
    title: "Claude Code",
    program,
    command: [...words, "--session-id", "{session}", ...more],
    resume: [...words, "--resume", "{session}", ...more],
    output: {
      format: "jsonl",
      answer: { path: "result", where: { type: "result" } },
      error: { path: "result", where: { type: "result", is_error: true } },
      // That of all its models, because the other count leaves out what its subagents used.
      usage: {
        input: [
          "modelUsage.*.inputTokens",
          "modelUsage.*.cacheReadInputTokens",
          "modelUsage.*.cacheCreationInputTokens",
        ],
        output: "modelUsage.*.outputTokens",
        where: { type: "result" },
        of: "session",
      },
      // Each part of a message is a document of its own.
      tool_calls: {
        name: "message.content.0.name",
        where: { type: "assistant", "message.content.0.type": "tool_use" },
      },
    },
    versionCommand: [program, "--version"],
    environment: {
      ANTHROPIC_BASE_URL: "{origin}",
      ANTHROPIC_API_KEY: "{token}",
      // Titles and summaries would be asked of a smaller model, and a trial has exactly one.
      ANTHROPIC_DEFAULT_HAIKU_MODEL: "{model}",
      ANTHROPIC_SMALL_FAST_MODEL: "{model}",
      // Left alone it asks eleven times, over minutes, also with a key that was refused.
      CLAUDE_CODE_MAX_RETRIES: "4",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // It refuses to skip permissions as root otherwise, and in a container it may be root.
      IS_SANDBOX: "1",
    },
    homeFiles: {},
  };
};
