import type { AgentPreset } from "./agent-definition.ts";

/** Claude Code (npm `@anthropic-ai/claude-code`), tested with 2.1.325. It speaks Messages. */
export const claudeCode: AgentPreset = ({ program = "claude", more }) => {
  // Permission prompts are off, because the sandbox is ours and there is no one to answer them.
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
      // The total of all its models, because the other count omits its subagents.
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
      // Each part of a message is a separate document.
      tool_calls: {
        name: "message.content.0.name",
        where: { type: "assistant", "message.content.0.type": "tool_use" },
      },
    },
    versionCommand: [program, "--version"],
    environment: {
      ANTHROPIC_BASE_URL: "{origin}",
      ANTHROPIC_API_KEY: "{token}",
      // It would request titles and summaries from a smaller model, and a trial has exactly one model.
      ANTHROPIC_DEFAULT_HAIKU_MODEL: "{model}",
      ANTHROPIC_SMALL_FAST_MODEL: "{model}",
      // By default it makes eleven attempts over minutes, even with a refused key.
      CLAUDE_CODE_MAX_RETRIES: "4",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      // Otherwise it refuses to skip permissions as root, which it may be in a container.
      IS_SANDBOX: "1",
    },
    homeFiles: {},
  };
};
