import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { runChecks } from "../../checks/index.ts";
import type { LoadedCase, SecurityPolicy } from "../../config/index.ts";
import type { CheckResult, RunArtifact } from "../../records/index.ts";
import type { SandboxChoice } from "../../sandbox/index.ts";
import { readStoredJson } from "../../store/index.ts";
import { canonicalHash, type Redactor, redactJson, sha256 } from "../../text/index.ts";

/** checks_N.json. */
export interface StoredChecks {
  schema_version: 1;
  /** Hash of what the results depend on: the run, the checks, the files they name and the security policy. */
  checks_id: string;
  results: CheckResult[];
}

export interface ChecksQuestion {
  loadedCase: LoadedCase;
  artifact: RunArtifact;
  artifactsDirectory: string;
  policy: SecurityPolicy;
  redact: Redactor;
  /** Absolute path of checks_N.json. */
  path: string;
}

/** What stored results may be taken: those that were decided, by code that can be seen not to have changed. */
export async function readChecks(question: ChecksQuestion): Promise<StoredChecks | null> {
  const checks_id = await checksIdentity(question);
  if (question.loadedCase.case.deterministic_checks.length === 0) return { schema_version: 1, checks_id, results: [] };
  const stored = await readStoredJson(question.path);
  if (stored.state !== "found") return null;
  const found = stored.value as Partial<StoredChecks> | null;
  return found?.checks_id === checks_id && Array.isArray(found.results) ? (found as StoredChecks) : null;
}

/**
 * Runs the checks, or takes their stored results. Running them again would be cheap, but a hook that mentions the time in its
 * message would change the packet, and every judge would be paid again.
 */
export async function checksOf(
  question: ChecksQuestion,
  chooseSandbox: () => Promise<SandboxChoice>,
  { force, signal }: { force: boolean; signal?: AbortSignal },
): Promise<StoredChecks> {
  const { loadedCase, artifact, artifactsDirectory, policy, redact } = question;
  const checks = loadedCase.case.deterministic_checks;
  const stored = force ? null : await readChecks(question);
  if (stored?.results.every(({ outcome }) => outcome !== "error") && !checks.some(isOutOfSight)) return stored;
  const hooks = checks.some(({ declarative }) => declarative === undefined) && policy.allow_local_python_hooks;
  const sandbox = hooks ? await chooseSandbox() : { ok: false as const, reason: "no sandbox is needed here" };
  const found = await runChecks(loadedCase, artifact, artifactsDirectory, policy, { sandbox, signal });
  const results = redactJson(found, redact).map((result) => asSaidBefore(result, stored?.results ?? []));
  return { schema_version: 1, checks_id: await checksIdentity(question), results };
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

async function checksIdentity({ loadedCase, artifact, policy }: ChecksQuestion): Promise<string> {
  const { deterministic_checks: checks, title, tags, metadata } = loadedCase.case;
  const { allow_local_python_hooks, network_access } = policy;
  return canonicalHash({
    fingerprint_version: 1,
    run: sha256(JSON.stringify(artifact)),
    checks,
    files: await filesOf(loadedCase),
    // Hooks are told these.
    told: checks.some(hookOf) ? { title, tags, metadata: metadata ?? null } : null,
    policy: { allow_local_python_hooks, network_access },
  });
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
