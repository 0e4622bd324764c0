import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { runChecks } from "../../checks/index.ts";
import type { LoadedCase, SecurityPolicy } from "../../config/index.ts";
import type { CheckResult, RunArtifact } from "../../records/index.ts";
import type { SandboxChoice } from "../../sandbox/index.ts";
import type { Store } from "../../store/index.ts";
import { type Redactor, redactJson, sha256 } from "../../text/index.ts";

/** What the checks of a case found in one run. */
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

/** What is known without running anything of the user's; null when hooks have not looked at this run, or were changed since. */
export async function readChecks(
  question: ChecksQuestion,
  checksId: string | null,
  store: Store,
): Promise<CheckedRun | null> {
  const { loadedCase } = question;
  if (checksId === null) return NO_CHECKS;
  const stored = storedResults(checksId, store);
  if (stored) return checked(loadedCase, stored);
  return hasHooks(loadedCase) ? null : checked(loadedCase, await check(question, NO_SANDBOX));
}

/**
 * Runs the checks, or takes their stored results. A hook that mentions the time in its message would change the packet, and every judge
 * would be paid again; what declarative checks say depends on the run alone, so it is found again rather than kept.
 */
export async function checksOf(
  question: ChecksQuestion,
  checksId: string | null,
  store: Store,
  {
    force,
    signal,
    chooseSandbox,
  }: { force: boolean; signal?: AbortSignal; chooseSandbox: () => Promise<SandboxChoice> },
): Promise<CheckedRun> {
  const { loadedCase, policy } = question;
  if (checksId === null) return NO_CHECKS;
  const stored = storedResults(checksId, store);
  const known = stored && checked(loadedCase, stored);
  if (!force && known?.settled) return known;
  const mayRun = hasHooks(loadedCase) && policy.allow_local_python_hooks;
  const found = await check(question, mayRun ? await chooseSandbox() : NO_SANDBOX, signal);
  const results = found.map((result) => asSaidBefore(result, force ? [] : (stored ?? [])));
  const isFoundAgain = !hasHooks(loadedCase) && isDecided(results);
  if (!isFoundAgain && JSON.stringify(results) !== JSON.stringify(stored))
    store.append({ kind: "checks", key: checksId, value: { schema_version: 2, results } });
  return checked(loadedCase, results);
}

async function check(question: ChecksQuestion, sandbox: SandboxChoice, signal?: AbortSignal): Promise<CheckResult[]> {
  const { loadedCase, artifact, artifactsDirectory, policy, redact } = question;
  return redactJson(await runChecks(loadedCase, artifact, artifactsDirectory, policy, { sandbox, signal }), redact);
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

function hasHooks({ case: { deterministic_checks: checks } }: LoadedCase): boolean {
  return checks.some(({ declarative }) => declarative === undefined);
}

/**
 * A check that is executed again and finds the same as before keeps its earlier words. An exception that names an address or a
 * time would otherwise change the packet with every command, and every judge would be paid again.
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

/** A module found by Python or Node somewhere on their paths; nobody can tell from here whether it is the same as before. */
function isOutOfSight({ python_hook, module_hook }: Check): boolean {
  return python_hook?.import_path !== undefined || module_hook?.import_path !== undefined;
}

/** What the results of a case's checks depend on besides the run; computed once per case, at once where no check names a file. */
export function checksFingerprint(
  loadedCase: LoadedCase,
  policy: SecurityPolicy,
): string | null | Promise<string | null> {
  const { deterministic_checks: checks, title, tags, metadata } = loadedCase.case;
  if (checks.length === 0) return null;
  const { allow_local_python_hooks, network_access, redact_secrets } = policy;
  const { checkSchemas } = loadedCase;
  // Hooks are told these.
  const told = checks.some(hookOf) ? { title, tags, metadata: metadata ?? null } : null;
  // What was kept with lookalikes in it is not shown where they are not wanted.
  const kept: unknown[] = redact_secrets ? [] : ["lookalikes kept"];
  if (checkSchemas) kept.push({ schemas: checkSchemas });
  const fingerprint = (files: [string, string][]) =>
    sha256(JSON.stringify([3, checks, files, told, allow_local_python_hooks, network_access, ...kept]));
  return checks.some(namesFile) ? filesOf(loadedCase).then(fingerprint) : fingerprint([]);
}

function namesFile(check: Check): boolean {
  return hookOf(check) !== undefined || (check.declarative !== undefined && "path" in check.declarative);
}

function hookOf({ python_hook, module_hook }: Check) {
  return python_hook ?? module_hook;
}

/** Files that checks name; for a hook everything beside it and beside the case, because it may import and read that. */
async function filesOf({ case: { deterministic_checks: checks }, path }: LoadedCase): Promise<[string, string][]> {
  const caseFolder = dirname(path);
  const named = checks.flatMap(({ declarative }) => (declarative && "path" in declarative ? [declarative.path] : []));
  const hookFiles = checks.flatMap((check) => hookOf(check)?.path ?? []);
  const folders = checks.some(hookOf)
    ? [caseFolder, ...hookFiles.map((file) => dirname(resolve(caseFolder, file)))]
    : [];
  const beside = await Promise.all([...new Set(folders)].map(filesBelow));
  const files = [
    ...new Set([...[...named, ...hookFiles].map((file) => resolve(caseFolder, file)), ...beside.flat()]),
  ].sort();
  return await Promise.all(
    files.map(async (file) => [relative(caseFolder, file), await fileHash(file)] as [string, string]),
  );
}

const NOT_SOURCE = new Set(["node_modules", "__pycache__", "outputs"]);
const MOST_FILES = 2000;

async function filesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const visit = async (directory: string): Promise<void> => {
    for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
      if (found.length >= MOST_FILES || NOT_SOURCE.has(entry.name) || entry.name.startsWith(".")) continue;
      if (entry.isDirectory()) await visit(join(directory, entry.name));
      else if (entry.isFile()) found.push(join(directory, entry.name));
    }
  };
  await visit(folder);
  return found;
}

const LARGEST_HASHED = 20_000_000;

async function fileHash(file: string): Promise<string> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return "not a file";
    return found.size > LARGEST_HASHED ? `${found.size} bytes` : sha256(await readFile(file));
  } catch {
    return "absent";
  }
}
