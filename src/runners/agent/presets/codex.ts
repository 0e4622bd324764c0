import type { AgentPreset } from "./agent-definition.ts";

/** Codex CLI (npm `@openai/codex`), tested with 0.166.0. It speaks Responses, and names its own sessions. */
export const codex: AgentPreset = ({ program = "codex", more }) => {
  const provider =
    'model_providers.assay={name="assay",base_url="{base_url}",env_key="ASSAY_TOKEN",wire_api="responses"}';
  const words = [
    ...["--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"],
    ...["-c", "model_provider=assay", "-c", provider, "-m", "{model}", ...more],
  ];
  return {
    title: "Codex",
    program,
    command: [program, "exec", ...words, "-"],
    resume: [program, "exec", "resume", ...words, "{session}", "-"],
    output: {
      format: "jsonl",
      answer: { path: "item.text", where: { type: "item.completed", "item.type": "agent_message" } },
      error: { path: "error.message", where: { type: "turn.failed" } },
      session: { path: "thread_id", where: { type: "thread.started" } },
      usage: {
        input: "usage.input_tokens",
        output: "usage.output_tokens",
        where: { type: "turn.completed" },
        of: "session",
      },
      // The name of its shell depends on the model.
      tool_calls: {
        tools: ["exec_command", "shell_command", "shell", "local_shell"],
        where: { type: "item.completed", "item.type": "command_execution" },
      },
    },
    versionCommand: [program, "--version"],
    environment: { ASSAY_TOKEN: "{token}", CODEX_HOME: "{home}/.codex" },
    homeFiles: { ".codex/config.toml": SETTINGS },
  };
};

/** By default it contacts four hosts for plugins, news and experiments at every start, and reaches none of them. */
const SETTINGS = `check_for_update_on_startup = false

[analytics]
enabled = false

[features]
plugins = false
`;
