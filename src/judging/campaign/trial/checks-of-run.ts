import { type RunChecks, runChecks } from "../../../checks/index.ts";
import { type CommandCheck, hintsOf, type LoadedCase, type SecurityPolicy } from "../../../config/index.ts";
import type { CheckResult, RunArtifact } from "../../../records/index.ts";
import type { SandboxChoice } from "../../../sandbox/index.ts";
import type { Store } from "../../../store/index.ts";
import { type Redactor, redactJson, sha256 } from "../../../text/index.ts";
import { filesOfChecks, type SeenFiles } from "./files-of-checks.ts";

export interface CheckedRun {
  results: CheckResult[];
  /** False when they have to be executed again next time. */
  settled: boolean;
}

const NO_CHECKS: CheckedRun = { results: [], settled: true };
const NO_SANDBOX = { ok: false as const, reason: "no sandbox is needed here" };

export interface ChecksQuestion {
  loadedCase: LoadedCase;
  artifact: RunArtifact;
  artifactsDirectory: string;
  policy: SecurityPolicy;
  redact: Redactor;
}

export interface ChecksOptions {
  force: boolean;
  signal?: AbortSignal;
  chooseSandbox: () => Promise<SandboxChoice>;
  /** Executes the checks that run something, instead of this machine. */
  executeChecks?: RunChecks;
}

/** Results known without running anything; null when hooks or commands have not checked this run, or were changed since. */
export async function readChecks(
  question: ChecksQuestion,
  checksId: string | null,
  store: Store,
): Promise<CheckedRun | null> {
  const { loadedCase } = question;
  if (checksId === null) return NO_CHECKS;
  const stored = storedResults(checksId, store);
  if (stored) return checked(loadedCase, stored);
  return executes(loadedCase) ? null : checked(loadedCase, await check(question, NO_SANDBOX));
}

/**
 * Runs the checks, or reuses their stored results. A hook with the time in its message would change the packet, and every judge
 * would be paid again; checks that execute nothing depend on the run alone, so their results are recomputed rather than stored.
 */
export async function checksOf(
  question: ChecksQuestion,
  checksId: string | null,
  store: Store,
  { force, signal, chooseSandbox, executeChecks = runChecks }: ChecksOptions,
): Promise<CheckedRun> {
  const { loadedCase, policy } = question;
  if (checksId === null) return NO_CHECKS;
  const stored = storedResults(checksId, store);
  const known = stored && checked(loadedCase, stored);
  if (!force && known?.settled) return known;
  const mayRun = commandsOf(loadedCase).length > 0 || (executes(loadedCase) && policy.allow_local_python_hooks);
  const found = mayRun
    ? await check(question, await chooseSandbox(), signal, executeChecks)
    : await check(question, NO_SANDBOX, signal);
  const results = found.map((result) => asSaidBefore(result, force ? [] : (stored ?? [])));
  const isFoundAgain = !executes(loadedCase) && isDecided(results);
  if (!isFoundAgain && JSON.stringify(results) !== JSON.stringify(stored))
    store.append({ kind: "checks", key: checksId, value: { schema_version: 2, results } });
  return checked(loadedCase, results);
}

async function check(
  { loadedCase, artifact, artifactsDirectory, policy, redact }: ChecksQuestion,
  sandbox: SandboxChoice,
  signal?: AbortSignal,
  run: RunChecks = runChecks,
): Promise<CheckResult[]> {
  return redactJson(await run(loadedCase, artifact, artifactsDirectory, policy, { sandbox, signal }), redact);
}

function storedResults(checksId: string, store: Store): CheckResult[] | null {
  return store.read("checks", checksId)?.value.results ?? null;
}

function checked({ case: { deterministic_checks: checks } }: LoadedCase, results: CheckResult[]): CheckedRun {
  return { results, settled: isDecided(results) && !checks.some(isOutOfSight) };
}

function isDecided(results: CheckResult[]): boolean {
  return results.every(({ outcome }) => outcome !== "error");
}

function executes(loadedCase: LoadedCase): boolean {
  return loadedCase.case.deterministic_checks.some(hookOf) || commandsOf(loadedCase).length > 0;
}

function commandsOf({ case: { deterministic_checks: checks } }: LoadedCase): CommandCheck[] {
  return checks.flatMap(({ declarative }) => (declarative?.kind === "command" ? [declarative] : []));
}

/**
 * Keeps the earlier message of a check that finds the same again. An exception with an address or a time would otherwise change
 * the packet with every command, and every judge would be paid again.
 */
function asSaidBefore(result: CheckResult, stored: CheckResult[]): CheckResult {
  const before = stored.find(({ check_id }) => check_id === result.check_id);
  const isSame =
    before?.outcome === result.outcome && withoutNumbers(before.message) === withoutNumbers(result.message);
  return isSame ? before : result;
}

function withoutNumbers(message: unknown): string {
  return String(message).replace(/0x[0-9a-f]+|\d+/gi, "0");
}

type Check = LoadedCase["case"]["deterministic_checks"][number];

/** True for a module somewhere on the paths of Python or Node, whose changes are invisible from here. */
function isOutOfSight({ python_hook, module_hook }: Check): boolean {
  return python_hook?.import_path !== undefined || module_hook?.import_path !== undefined;
}

/**
 * Hashes everything besides the run that the results of a case's checks depend on; computed once per case, synchronously if no
 * check names a file.
 */
export function checksFingerprint(
  loadedCase: LoadedCase,
  policy: SecurityPolicy,
  seen: SeenFiles,
): string | null | Promise<string | null> {
  const { deterministic_checks: checks, title, tags, metadata, input } = loadedCase.case;
  if (checks.length === 0) return null;
  const { allow_local_python_hooks, network_access, redact_secrets } = policy;
  const { checkSchemas } = loadedCase;
  // Hooks receive these.
  const hints = hintsOf(input.context.openclaw);
  const told = checks.some(hookOf)
    ? { title, tags, metadata: metadata ?? null, ...(Object.keys(hints).length > 0 ? { hints } : {}) }
    : null;
  // Results stored with lookalikes of secrets are not shown where those are unwanted.
  const kept: unknown[] = redact_secrets ? [] : ["lookalikes kept"];
  if (checkSchemas) kept.push({ schemas: checkSchemas });
  const fingerprint = (files: [string, string][]) =>
    sha256(JSON.stringify([3, checks, files, told, allow_local_python_hooks, network_access, ...kept]));
  return checks.some(namesFile) ? filesOfChecks(loadedCase, seen).then(fingerprint) : fingerprint([]);
}

function namesFile({ declarative, ...check }: Check): boolean {
  if (declarative === undefined) return hookOf(check) !== undefined;
  return "path" in declarative || (declarative.kind === "command" && declarative.files !== undefined);
}

function hookOf({ python_hook, module_hook }: Pick<Check, "python_hook" | "module_hook">) {
  return python_hook ?? module_hook;
}
