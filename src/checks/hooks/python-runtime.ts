import { homedir } from "node:os";
import { succeeded, supervise } from "../../sandbox/index.ts";
import { isInside } from "./hook-file.ts";

export type Python = { ok: true; executable: string; prefixes: string[] } | { ok: false; problem: string };

/** Asks Python itself for its location: `python3` on the path may be a link, a pyenv wrapper, or in a venv. */
const QUESTION =
  "import json, os, sys; print(json.dumps([sys.executable, os.path.realpath(sys.executable), os.path.realpath(sys.prefix), os.path.realpath(sys.base_prefix), sys.prefix, sys.base_prefix]))";

const answers = new Map<string, Promise<Python>>();

/** Finds the `python3` a shell would start, and the folders outside the system's that it needs. Cached. */
export function findPython(env: Record<string, string | undefined>): Promise<Python> {
  const key = env.PATH ?? "";
  const known = answers.get(key) ?? askPython(env);
  answers.set(key, known);
  return known;
}

async function askPython(env: Record<string, string | undefined>): Promise<Python> {
  const asked = await supervise(
    { program: "python3", args: ["-c", QUESTION], env },
    { limits: { seconds: 20, outputBytes: 1024 * 1024 } },
  );
  if (!succeeded(asked)) {
    const why = asked.message ?? asked.stderr.trim().split("\n").at(-1);
    const problem = why?.includes("ENOENT") ? "is not installed" : `does not start (${why || asked.outcome})`;
    return { ok: false, problem: `A Python hook needs python3, which ${problem}.` };
  }
  const [called = "", real = "", ...prefixes] = JSON.parse(asked.stdout) as string[];
  // A venv is recognised by the link through which it is called. A folder of links that belongs to no Python stays hidden from hooks.
  const isSeen = [...prefixes, "/usr"].some((folder) => isInside(called, folder));
  return rejectHomeFolder(
    isSeen ? called : real,
    [...new Set(prefixes)].filter((prefix) => !isInside(prefix, "/usr")),
  );
}

/** Rejects a Python installed directly in a home folder, since mounting it would expose the whole home. */
function rejectHomeFolder(executable: string, prefixes: string[]): Python {
  const tooWide = prefixes.find((prefix) => isInside(homedir(), prefix));
  if (tooWide === undefined) return { ok: true, executable, prefixes };
  return {
    ok: false,
    problem: `The python3 on the path is installed in ${tooWide}, which holds more than Python, so it is not shown to hooks. Use a virtual environment (python3 -m venv).`,
  };
}
