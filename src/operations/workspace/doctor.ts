import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { didYouMean, findWorkspaceRoot, loadWorkspace, type RunProfile, type Workspace } from "../../config/index.ts";
import { ConfigError, UnknownNameError } from "../../errors/index.ts";
import { loadDotEnv } from "../../gateway/index.ts";
import type { DoctorReport } from "../../report/index.ts";
import { chooseSandbox, guaranteesOf, trySandboxes } from "../../sandbox/index.ts";
import { outputsFolder } from "../../store/index.ts";
import { packageVersion } from "../../text/index.ts";
import { completeSurroundings, type Surroundings } from "../controls.ts";
import { probeEngines, probeFolder, probeKeys } from "./doctor-probes.ts";

export interface DoctorOptions extends Surroundings {
  /** Id or path; also checks what this run profile needs. */
  runProfile?: string;
  /** Reports a sandbox without all limits as a problem. */
  strictSandbox?: boolean;
}

/** A campaign with files is likely to fill a smaller space. */
const LEAST_FREE_BYTES = 1024 ** 3;
const OLDEST_NODE = [20, 19] as const;

/**
 * Examines this machine: the sandbox for commands and hooks with its limits, container engines, names of keys, disk and store. Runs small
 * commands in each sandbox, and spends nothing.
 *
 * @example
 * const { ok, sandbox, problems } = await doctor();
 * console.log(ok, sandbox.used, problems);
 */
export async function doctor(options: DoctorOptions = {}): Promise<DoctorReport> {
  const surroundings = completeSurroundings(options);
  const root = (await findWorkspaceRoot(surroundings.cwd)) ?? surroundings.cwd;
  const env = await loadDotEnv(root, surroundings.env);
  const workspace = await loadWorkspace(root);
  const setting = settingOf(options.runProfile, workspace, surroundings.cwd);
  const [choice, tried, engines, store, temporary] = await Promise.all([
    chooseSandbox({ setting, env }),
    trySandboxes(env),
    probeEngines(env),
    probeFolder(outputsFolder(root)),
    probeFolder(tmpdir()),
  ]);
  const guarantees = choice.ok ? guaranteesOf(choice.sandbox) : [];
  const problems = [
    ...nodeProblems(process.versions.node),
    ...(choice.ok ? [] : [choice.reason]),
    ...(options.strictSandbox ? missingLimits(guarantees) : []),
    ...[store, temporary].flatMap(placeProblems),
  ];
  return {
    schema_version: 1,
    kind: "doctor",
    ok: problems.length === 0,
    problems,
    assay: packageVersion(),
    node: { version: process.versions.node, platform: process.platform, processor: process.arch },
    sandbox: {
      setting,
      used: choice.ok ? choice.sandbox.kind : null,
      guarantees,
      tried: tried.map(({ name, problem }) => ({ name, problem })),
    },
    container_engines: engines,
    keys: probeKeys(workspace, env),
    store,
    temporary,
  };
}

function settingOf(wanted: string | undefined, { runProfiles }: Workspace, cwd: string): RunProfile["sandbox"] {
  if (wanted === undefined) return "auto";
  const found = runProfiles.find(({ id, path }) => id === wanted || path === resolve(cwd, wanted));
  const ids = runProfiles.map(({ id }) => id);
  if (!found)
    throw new UnknownNameError(`there is no run profile ${wanted}. ${didYouMean(wanted, ids) ?? ""}`.trim(), {
      kind: "run_profile",
      name: wanted,
      known: ids,
    });
  if (found.value === undefined) throw new ConfigError(`run profile ${wanted} has mistakes`, found.diagnostics);
  return found.value.sandbox;
}

function nodeProblems(version: string): string[] {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isOldEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return isOldEnough ? [] : [`Node ${version} is too old; Assay needs ${OLDEST_NODE.join(".")} or newer.`];
}

function missingLimits(guarantees: DoctorReport["sandbox"]["guarantees"]): string[] {
  return guarantees
    .filter(({ held }) => held !== "full")
    .map(
      ({ name, says, remedy }) => `The sandbox lacks a limit (${name.replaceAll("_", " ")}): ${says} ${remedy ?? ""}`,
    );
}

function placeProblems({ path, problem, free_bytes }: DoctorReport["store"]): string[] {
  if (problem !== null) return [`${path}: ${problem}`];
  if (free_bytes === null || free_bytes >= LEAST_FREE_BYTES) return [];
  return [`${path}: only ${Math.floor(free_bytes / 1024 ** 2)} MiB are free; make room for at least 1 GiB.`];
}
