import type { RunnerType } from "../records/index.ts";
import { anyAgent } from "./any-agent.ts";
import type { RunnerDescriptor } from "./contract/descriptor.ts";
import { llmProbe } from "./llm-probe/descriptor.ts";
import { openClaw } from "./openclaw/descriptor.ts";

/** All runners. Code outside this folder never compares runner types, but uses the descriptor. */
export const RUNNERS: Record<RunnerType, RunnerDescriptor> = {
  llm_probe: llmProbe,
  openclaw: openClaw,
  agent: anyAgent,
};
