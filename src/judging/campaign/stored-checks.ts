import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type CheckResult, runChecks } from "../../checks/index.ts";
import type { LoadedCase, SecurityPolicy } from "../../config/index.ts";
import type { RunArtifact } from "../../runners/index.ts";
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
  if (stored?.results.every(({ outcome }) => outcome !== "error") && !checks.some(usesImportPath)) return stored;
  const hooks = checks.some(({ declarative }) => declarative === undefined) && policy.allow_local_python_hooks;
  const sandbox = hooks ? await chooseSandbox() : { ok: false as const, reason: "no sandbox is needed here" };
  const results = await runChecks(loadedCase, artifact, artifactsDirectory, policy, { sandbox, signal });
  return { schema_version: 1, checks_id: await checksIdentity(question), results: redactJson(results, redact) };
}

/** A module found by Python or Node somewhere on their paths; nobody can tell from here whether it is the same as before. */
function usesImportPath(check: LoadedCase["case"]["deterministic_checks"][number]): boolean {
  return check.python_hook?.import_path !== undefined || check.module_hook?.import_path !== undefined;
}

async function checksIdentity({ loadedCase, artifact, policy }: ChecksQuestion): Promise<string> {
  const checks = loadedCase.case.deterministic_checks;
  const { allow_local_python_hooks, network_access } = policy;
  const named = checks.flatMap(({ declarative, python_hook, module_hook }) => [
    declarative && "path" in declarative ? declarative.path : undefined,
    python_hook?.path,
    module_hook?.path,
  ]);
  const files = await Promise.all(
    [...new Set(named.filter((path) => path !== undefined))]
      .sort()
      .map(async (path) => [path, await fileHash(loadedCase, path)]),
  );
  return canonicalHash({
    fingerprint_version: 1,
    run: sha256(JSON.stringify(artifact)),
    checks,
    files,
    policy: { allow_local_python_hooks, network_access },
  });
}

const LARGEST_HASHED = 20_000_000;

async function fileHash({ path: testYaml }: LoadedCase, path: string): Promise<string | null> {
  const file = resolve(join(dirname(testYaml), path));
  try {
    const found = await stat(file);
    if (!found.isFile()) return "not a file";
    return found.size > LARGEST_HASHED ? `${found.size} bytes, ${found.mtimeMs}` : sha256(await readFile(file));
  } catch {
    return null;
  }
}
