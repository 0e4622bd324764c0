import type { AgentKind } from "../../../config/index.ts";
import type { AgentPreset } from "./agent-definition.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";
import { geminiCli } from "./gemini-cli.ts";

export type { AgentDefinition } from "./agent-definition.ts";

type PresetKind = Exclude<AgentKind, "openclaw" | "command">;

const PRESETS: Record<PresetKind, AgentPreset> = { claude_code: claudeCode, codex, gemini_cli: geminiCli };

export function presetOf(kind: PresetKind): AgentPreset {
  return PRESETS[kind];
}
