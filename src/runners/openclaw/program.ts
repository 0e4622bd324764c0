import type { Agent } from "../../config/index.ts";
import type { AgentProgram } from "../agent-environment/agent-program.ts";

/** OpenClaw as described by agent.yaml; its version decides which configuration it takes. */
export function openClawProgram({ program = "openclaw", environment = {} }: Agent): AgentProgram {
  return {
    program,
    versionCommand: [program, "--version"],
    needsVersion: true,
    environment,
    reservedBytes: RESERVED_BYTES,
  };
}

/** One turn was measured to reserve 5.3 GB while using 1.3: its threads and compiled modules reserve memory. */
const RESERVED_BYTES = 12 * 1024 ** 3;
