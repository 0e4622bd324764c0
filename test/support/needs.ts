import { appendFileSync } from "node:fs";
import { CAPABILITIES, type Capability, whyLacking } from "../../scripts/capabilities.mjs";
import { SKIPS_FILE } from "./skips.ts";

/**
 * For tests that need more than Node: false where the machine has it, else the summary at the end of the run says what was skipped and
 * why. In CI that is a failure, if our own set-up has to have provided it.
 *
 * @example describe.skipIf(lacks("sandbox"))("in the sandbox", () => { … })
 */
export function lacks(name: Capability): boolean {
  const why = known.has(name) ? known.get(name)! : whyLacking(name);
  known.set(name, why);
  return why !== null && cannot(name, why);
}

/** The same for what a test finds out by itself: always true. */
export function cannot(name: Capability, why: string): true {
  const { what, ours } = CAPABILITIES[name];
  if (ours && process.env.CI === "true")
    throw new Error(`needs ${what}, which the set-up should have provided here: ${why}`);
  const file = process.env[SKIPS_FILE];
  const test = (globalThis as { __vitest_worker__?: { filepath?: string } }).__vitest_worker__?.filepath ?? "";
  if (file) appendFileSync(file, `${JSON.stringify({ name, why, test })}\n`);
  else process.stderr.write(`skipped: needs ${what}: ${why}\n`);
  return true;
}

/** A machine does not change under the tests. What `npm test` found out already is not asked again by every file. */
const known = new Map<Capability, string | null>(
  Object.entries(JSON.parse(process.env.ASSAY_TEST_LACKS ?? "{}")) as [Capability, string | null][],
);
