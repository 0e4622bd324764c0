import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { chooseSandbox, type Sandbox, type SandboxResult } from "../../src/sandbox/index.ts";
import { isRunning } from "../sandbox/support.ts";
import { projectRoot } from "../support/project-root.ts";

/** A class of attempts, as test/corpora/escapes/README.md describes it. */
export interface Escape {
  name: string;
  promise: string;
  language: "shell" | "perl" | "python" | "c";
  program: string;
  fast?: boolean;
  only_in?: Sandbox["kind"][];
  limits?: { memory_mb?: number; disk_mb?: number; seconds?: number };
  must_end_as?: SandboxResult["outcome"][];
  never_prints?: string[];
  leaves_no?: string;
}

export type Held = { state: "held" } | { state: "skipped"; needs: string } | { state: "escaped"; how: string };

const FOLDER = join(projectRoot, "test/corpora/escapes");

export function readEscapes(): Escape[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => ({ name: file.replace(/\.yaml$/, ""), ...parse(readFileSync(join(FOLDER, file), "utf8")) }));
}

/** The sandboxes that attempts are made in: never the host itself. */
export const ATTACKED = ["bubblewrap", "namespaces"] as const;

export async function openAttacked(kind: (typeof ATTACKED)[number]): Promise<Sandbox | null> {
  const choice = await chooseSandbox({ setting: kind, env: process.env });
  return choice.ok ? choice.sandbox : null;
}

/** Makes the attempt in a trial of its own below `folder`, and says whether its promise held. */
export async function attempt(attempted: Escape, sandbox: Sandbox, folder: string): Promise<Held> {
  const root = mkdtempSync(join(folder, "assay-test-"));
  const [workspace, tmp, shown] = ["workspace", "tmp", "shown"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [workspace, tmp, shown]) mkdirSync(path);
  try {
    const argv = prepare(attempted, shown);
    if (argv === null) return { state: "skipped", needs: attempted.language === "c" ? "gcc" : attempted.language };
    const { memory_mb = 512, disk_mb = 1024, seconds = 30 } = attempted.limits ?? {};
    const result = await sandbox.run({
      argv,
      workspace,
      tmp,
      readOnly: [{ host: shown, inside: "/attempt" }],
      network: false,
      limits: {
        seconds,
        outputBytes: 50_000,
        processes: 128,
        memoryBytes: memory_mb * 1024 ** 2,
        diskBytes: disk_mb * 1024 ** 2,
      },
    });
    return judge(attempted, result, root);
  } finally {
    // Some are too deep for a path.
    execFileSync("rm", ["-rf", root]);
  }
}

function judge(
  { must_end_as = ["exited"], never_prints = [], leaves_no }: Escape,
  result: SandboxResult,
  root: string,
): Held {
  const output = `${result.stdout}\n${result.stderr}`;
  const escaped = (how: string): Held => ({ state: "escaped", how });
  const reached = /^ESCAPED.*$/m.exec(output)?.[0];
  if (reached !== undefined) return escaped(reached);
  if (!must_end_as.includes(result.outcome))
    return escaped(`it ended as ${result.outcome}, not ${must_end_as.join(" or ")}: ${output.trim().slice(0, 300)}`);
  if (result.outcome === "exited" && !result.stdout.includes("tried"))
    return escaped(`it did not get to its end (exit code ${result.exit_code}): ${output.trim().slice(0, 300)}`);
  const told = never_prints.map((words) => words.replaceAll("{root}", root)).find((words) => output.includes(words));
  if (told !== undefined) return escaped(`it printed ${told}`);
  if (leaves_no !== undefined && isRunning(leaves_no)) return escaped(`${leaves_no} is still running`);
  return { state: "held" };
}

const INTERPRETERS = { shell: "/bin/sh", perl: "/usr/bin/perl", python: "/usr/bin/python3" };

/** Puts the program where it is shown to the sandbox; null when this machine cannot make or run it. */
function prepare({ language, program }: Escape, folder: string): string[] | null {
  if (language !== "c") {
    writeFileSync(join(folder, "program"), program);
    return existsSync(INTERPRETERS[language]) ? [INTERPRETERS[language], "/attempt/program"] : null;
  }
  writeFileSync(join(folder, "program.c"), program);
  try {
    execFileSync("gcc", ["-O0", "-w", "-o", join(folder, "program"), join(folder, "program.c")], { stdio: "pipe" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  chmodSync(join(folder, "program"), 0o755);
  return ["/attempt/program"];
}
