import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { Workspace } from "../../config/index.ts";
import type { DoctorReport } from "../../report/index.ts";
import { findClients, lastLine, runClient, succeeded } from "../../sandbox/index.ts";

type Environment = Record<string, string | undefined>;

/** Lists installed container engines, and whether they respond. */
export async function probeEngines(env: Environment): Promise<DoctorReport["container_engines"]> {
  const clients = findClients(["docker", "podman"], { env, chosenBy: "PATH" });
  return await Promise.all(
    clients.map(async (client) => {
      const [version, listing] = await Promise.all([
        runClient(client, ["--version"], { seconds: 20 }),
        runClient(client, ["ps", "-q"], { seconds: 20 }),
      ]);
      const problem = succeeded(listing) ? null : (listing.message ?? lastLine(listing.stderr)) || listing.outcome;
      return { name: basename(client.program), version: version.stdout.trim(), problem };
    }),
  );
}

/** Lists the keys of this workspace's endpoints and of built-in ones. */
export function probeKeys(workspace: Workspace, env: Environment): DoctorReport["keys"] {
  const wanted = new Map([
    ["OPENROUTER_API_KEY", "models and judges without a `gateway` of their own"],
    ["BRAVE_SEARCH_API_KEY", "`web_search`, unless SEARXNG_BASE_URL is set"],
  ]);
  const { suites, runProfiles, evaluationProfiles } = workspace;
  for (const file of [...suites, ...runProfiles, ...evaluationProfiles])
    for (const name of keyNamesIn(file)) if (!wanted.has(name)) wanted.set(name, basename(file.path));
  return [...wanted].map(([name, wanted_by]) => ({ name, set: Boolean(env[name]?.trim()), wanted_by }));
}

function keyNamesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    field === "api_key_env" && typeof inner === "string" ? [inner] : keyNamesIn(inner),
  );
}

/** Checks whether a folder, or its nearest existing parent, is writable. */
export async function probeFolder(path: string): Promise<DoctorReport["store"]> {
  let existing = path;
  try {
    while (!(await exists(existing)) && dirname(existing) !== existing) existing = dirname(existing);
    if (!(await stat(existing)).isDirectory()) throw Object.assign(new Error("not a folder"), { code: "ENOTDIR" });
    await access(existing, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = await statfs(existing);
    return { path, writable: true, problem: null, free_bytes: bavail * bsize };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = IN_WORDS[code ?? ""] ?? message;
    return {
      path,
      writable: false,
      problem: `${problem}${existing === path ? "" : ` (${existing})`}`,
      free_bytes: null,
    };
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== "ENOENT",
  );
}

const IN_WORDS: Record<string, string> = {
  EACCES: "no permission to write there",
  EPERM: "no permission to write there",
  EROFS: "it is read-only",
  ENOTDIR: "there is a file where a folder should be",
};
