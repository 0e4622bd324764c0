import type { RunnerType } from "../records/index.ts";
import { anyAgent } from "./any-agent.ts";
import type { RunnerDescriptor } from "./contract/descriptor.ts";
import { llmProbe } from "./llm-probe/descriptor.ts";
import { openClaw } from "./openclaw/descriptor.ts";

/** Every runner there is. Nobody outside of this room asks which one it has; they ask its descriptor. */
export const RUNNERS: Record<RunnerType, RunnerDescriptor> = {
  llm_probe: llmProbe,
  openclaw: openClaw,
  agent: anyAgent,
};
