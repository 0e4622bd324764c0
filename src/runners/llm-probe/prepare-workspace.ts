import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openOwnedFolder } from "../../files/index.ts";
import type { OutputArtifact } from "../../records/index.ts";
import { createRedactor } from "../../text/index.ts";
import type { RunnerSurroundings, Trial } from "../contract/runner.ts";
import type { ToolSurroundings } from "../tools/execute-tool.ts";
import { fillWorkspace } from "../workspace/fill-workspace.ts";
import { keepChanges, rememberWorkspace } from "../workspace/keep-changes.ts";
import { runSetup, SETUP_LIMITS } from "../workspace/run-setup.ts";
import type { EndedProbe, Outcome } from "./compose-artifact.ts";

export type PreparedWorkspace =
  /** `keepChanges` is called when the subject is done. */
  { ok: true; keepChanges(): Promise<KeptWorkspace> } | { ok: false; outcome: Outcome; artifacts: OutputArtifact[] };

/** Empty if the workspace was not filled. */
type KeptWorkspace = Pick<EndedProbe, "changes" | "artifacts">;

/** Copies a case's files into the workspace and runs its setup there, before the subject's first turn. */
export async function prepareWorkspace(
  trial: Trial,
  surroundings: RunnerSurroundings,
  tools: ToolSurroundings,
): Promise<PreparedWorkspace> {
  const { workspace: planned = [], setup = [] } = trial.request;
  if (planned.length === 0 && setup.length === 0) return { ok: true, keepChanges: async () => ({}) };
  const { workspace } = tools;
  const log = setup.length > 0 ? [ours("log", LOG)] : [];
  const problem = (await fill(trial, tools)) ?? (await runCommands(setup, surroundings, tools));
  const before = problem === null ? await rememberWorkspace(workspace) : null;
  if (before === null) {
    // Nothing in there is the subject's work.
    await rm(workspace, { recursive: true, force: true });
    return { ok: false, outcome: problem ?? failed("invalid", TOO_MUCH), artifacts: log };
  }
  return {
    ok: true,
    async keepChanges() {
      try {
        const changes = await keepChanges(workspace, before, planned);
        const artifacts = [...log, ...changes.artifacts];
        if (changes.diff === "") return { changes, artifacts };
        await writeFile(join(surroundings.directory, DIFF), changes.diff);
        return { changes, artifacts: [...artifacts, ours("workspace_diff", DIFF)] };
      } finally {
        await before.remove();
      }
    },
  };
}

const DIFF = "workspace.diff";
const LOG = "setup.log";
const TOO_MUCH = "input.setup left more than 50,000 files and folders in the workspace";

/** An artifact of ours; its size and hash are determined when it is stored. */
function ours(artifact_type: string, path: string): OutputArtifact {
  return { artifact_type, path, bytes: 0, sha256: "" };
}

async function fill(
  { request: { workspace: planned = [] }, loadedCase }: Trial,
  { workspace, diskBytes }: ToolSurroundings,
): Promise<Outcome | null> {
  const bytes = planned.reduce((sum, file) => sum + ("sha256" in file ? file.bytes : 0), 0);
  if (bytes > diskBytes) {
    const allowed = `the run profile allows ${diskBytes / 1024 ** 2} MiB (\`sandbox_disk_mb\`)`;
    return failed("invalid", `input.workspace gives the subject ${bytes} bytes, and ${allowed}`);
  }
  const filled = await fillWorkspace(planned, loadedCase.workspace, workspace);
  if (filled.ok) return null;
  return failed(filled.fault === "changed" ? "provider_error" : "invalid", filled.problem);
}

async function runCommands(
  setup: NonNullable<Trial["request"]["setup"]>,
  { directory, redact = createRedactor([]) }: RunnerSurroundings,
  { sandbox: choice, workspace, network, diskBytes, signal }: ToolSurroundings,
): Promise<Outcome | null> {
  if (setup.length === 0) return null;
  if (!choice.ok) return failed("provider_error", `input.setup needs a sandbox: ${choice.reason}`);
  const { sandbox } = choice;
  // Files that setup leaves in /tmp are not part of the workspace, and would look like the subject's.
  const { path: tmp, remove } = openOwnedFolder("setup");
  try {
    const limits = { ...SETUP_LIMITS, diskBytes };
    const run = (argv: string[]) => sandbox.run({ argv, workspace, tmp, network, limits, signal });
    const done = await runSetup(setup, run, { redact, limits });
    await writeFile(join(directory, LOG), done.log);
    if (done.ok) return null;
    if (done.fault === "users") return failed("invalid", done.message);
    return {
      ...failed("provider_error", done.message),
      ...(done.fault === "interrupted" ? { interrupted: true } : {}),
    };
  } finally {
    await remove();
  }
}

function failed(status: "invalid" | "provider_error", message: string): Outcome {
  const failure = { stage: "configuration" as const, message };
  return { status, final_output: null, final_output_forced: false, failure };
}
