import type { z } from "zod";
import { complain } from "../fields/request-options.ts";

/** The one word that says what a trial's container does anyway: the agent writes to its own copy of the workspace. */
const WORKSPACE_WRITE = "workspace-write";

/**
 * `sandbox: workspace-write` in the words that OpenClaw takes. Every version from 2026.4 to 2026.9 refuses a word here and takes this mapping: the
 * container is the sandbox, and a second one inside of it would need a container engine in there.
 */
export function sandboxInWordsOfOpenClaw<Fragment extends Record<string, unknown>>(fragment: Fragment): Fragment {
  return fragment.sandbox === WORKSPACE_WRITE ? { ...fragment, sandbox: { mode: "off" } } : fragment;
}

/** Any other word would promise what nobody keeps. */
export function refuseOtherSandboxes({ sandbox }: Record<string, unknown>, context: z.RefinementCtx): void {
  if (typeof sandbox !== "string" || sandbox === WORKSPACE_WRITE) return;
  const message = `"${sandbox}" is not a sandbox that a trial has: its container lets the agent write to its own copy of the workspace and to no file of yours; leave this out, or write \`sandbox: { mode: "off" }\``;
  complain("sandbox", message, context);
}
