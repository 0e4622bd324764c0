import type { AgentPreset } from "./agent-definition.ts";

/** Gemini CLI (npm `@google/gemini-cli`), tested with 0.61.0. It speaks generateContent. */
export const geminiCli: AgentPreset = ({ program = "gemini", more }) => {
  const words = [program, "--output-format", "json", "--yolo", "--skip-trust", "-m", "{model}"];
  return {
    title: "Gemini CLI",
    program,
    command: [...words, ...more],
    // The home belongs to the trial, so its latest session is the right one.
    resume: [...words, "--resume", "latest", ...more],
    output: {
      format: "json",
      answer: "response",
      error: "error.message",
      usage: {
        input: "stats.models.*.tokens.prompt",
        output: ["stats.models.*.tokens.candidates", "stats.models.*.tokens.thoughts"],
        of: "turn",
      },
    },
    versionCommand: [program, "--version"],
    environment: { GEMINI_API_KEY: "{token}", GOOGLE_GEMINI_BASE_URL: "{origin}" },
    homeFiles: { ".gemini/settings.json": `${JSON.stringify(SETTINGS, null, 2)}\n` },
  };
};

const SETTINGS = {
  security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
  general: { disableAutoUpdate: true },
  privacy: { usageStatisticsEnabled: false },
};
