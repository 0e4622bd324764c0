import type { Agent } from "../../config/index.ts";
import type { AgentProgram } from "../agent-place/agent-program.ts";

/** OpenClaw as agent.yaml says it; which configuration it takes depends on its version. */
export function openClawProgram({ program = "openclaw", environment = {} }: Agent): AgentProgram {
  return {
    program,
    versionCommand: [program, "--version"],
    needsVersion: true,
    environment,
    reservedBytes: RESERVED_BYTES,
  };
}

/** 5.3 GB were seen in a turn that used 1.3: its threads and compiled modules set memory aside. */
const RESERVED_BYTES = 12 * 1024 ** 3;
