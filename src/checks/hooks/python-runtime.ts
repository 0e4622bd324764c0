import { execFile } from "node:child_process";
import { homedir } from "node:os";
import { isInside } from "./hook-file.ts";

export type Python = { ok: true; executable: string; prefixes: string[] } | { ok: false; problem: string };

/** Python itself says where it lives: `python3` on the path may be a link, a wrapper of pyenv, or in a venv. */
const QUESTION =
  "import json, os, sys; print(json.dumps([sys.executable, os.path.realpath(sys.prefix), os.path.realpath(sys.base_prefix), sys.prefix, sys.base_prefix]))";

const answers = new Map<string, Promise<Python>>();

/** The `python3` that a shell would start, and the folders outside of the system's that it needs. Asked once. */
export function findPython(env: Record<string, string | undefined>): Promise<Python> {
  const key = env.PATH ?? "";
  const known = answers.get(key) ?? ask(env);
  answers.set(key, known);
  return known;
}

function ask(env: Record<string, string | undefined>): Promise<Python> {
  return new Promise((resolve) => {
    execFile("python3", ["-c", QUESTION], { env: env as NodeJS.ProcessEnv, timeout: 20_000 }, (error, stdout) => {
      if (error) {
        const problem =
          "code" in error && (error.code as unknown) === "ENOENT"
            ? "is not installed"
            : `does not start (${error.message.split("\n")[0]})`;
        resolve({ ok: false, problem: `A Python hook needs python3, which ${problem}.` });
        return;
      }
      const [executable = "", ...prefixes] = JSON.parse(stdout) as string[];
      resolve(
        checked(
          executable,
          [...new Set(prefixes)].filter((prefix) => !isInside(prefix, "/usr")),
        ),
      );
    });
  });
}

/** A Python that was installed straight into a home folder would take the whole of it into the sandbox. */
function checked(executable: string, prefixes: string[]): Python {
  const tooWide = prefixes.find((prefix) => isInside(homedir(), prefix));
  if (tooWide === undefined) return { ok: true, executable, prefixes };
  return {
    ok: false,
    problem: `The python3 on the path is installed in ${tooWide}, which holds more than Python, so it is not shown to hooks. Use a virtual environment (python3 -m venv).`,
  };
}
