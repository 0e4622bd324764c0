import { expect } from "vitest";
import type { RunArtifact } from "../../../src/records/index.ts";
import { type ScriptedServer, scriptedProvider } from "../../support/scripted-provider.ts";
import type { Play } from "./agent-provider.ts";
import { KEY } from "./trial.ts";

export const WRITES_THE_REPORT: Play = {
  tools: [{ name: "write", arguments: { path: "out/report.md", content: "# Report\n\nAll is well.\n" } }],
  says: "The report is written.",
};

/** Takes requests and never answers. */
export function silentModel(): Promise<ScriptedServer> {
  return scriptedProvider([{ status: 200, hang: "before_headers" }]);
}

export function expectRefused(artifact: RunArtifact): void {
  expect(artifact).toMatchObject({
    status: "provider_error",
    final_output: null,
    failure: { stage: "provider", message: expect.stringContaining("401"), unrecoverable: true },
  });
}

export function expectTimeOut(artifact: RunArtifact): void {
  expect(artifact).toMatchObject({ status: "timed_out", final_output: null, failure: { stage: "timeout" } });
}

/** Expects the agent's own report to match the wire, and requests for nothing but its model. */
export function expectOnlyTheModel({ trace, runner_metadata }: RunArtifact): void {
  expect(trace.filter(({ kind }) => kind === "account_differs")).toEqual([]);
  expect(runner_metadata).toMatchObject({ network: "none", wire: { refused: [], hosts: [] } });
}

/** Looks for the key in every process and in these folders, without naming it in one piece, and for a network. */
export function searchOf(folders: string): string {
  return [
    `K=$(printf '%s%s' '${KEY.slice(0, 9)}' '${KEY.slice(9)}')`,
    'cat /proc/[0-9]*/environ 2>/dev/null | grep -ac "$K" > found.txt',
    `grep -rlas "$K" ${folders} | wc -l >> found.txt`,
    `node -e 'require("net").connect(53,"9.9.9.9").on("error",(e)=>console.log(e.code))' >> found.txt`,
  ].join("; ");
}
