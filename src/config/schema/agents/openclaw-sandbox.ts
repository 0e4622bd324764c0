import type { z } from "zod";
import { complain } from "../fields/request-options.ts";

/** The only accepted word, as a trial's container does this anyway: the agent writes to its own copy of the workspace. */
const WORKSPACE_WRITE = "workspace-write";

/**
 * Translates `sandbox: workspace-write` for OpenClaw, whose versions 2026.4 to 2026.9 refuse a word and accept this mapping: the container
 * is the sandbox, and another one inside would need a container engine.
 */
export function sandboxInWordsOfOpenClaw<Fragment extends Record<string, unknown>>(fragment: Fragment): Fragment {
  return fragment.sandbox === WORKSPACE_WRITE ? { ...fragment, sandbox: { mode: "off" } } : fragment;
}

/** Refuses other words, whose promises would not be kept. */
export function refuseOtherSandboxes({ sandbox }: Record<string, unknown>, context: z.RefinementCtx): void {
  if (typeof sandbox !== "string" || sandbox === WORKSPACE_WRITE) return;
  const message = `"${sandbox}" is not a sandbox that a trial has: its container lets the agent write to its own copy of the workspace and to no file of yours; leave this out, or write \`sandbox: { mode: "off" }\``;
  complain("sandbox", message, context);
}
