import { existsSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bubblewrap } from "./bubblewrap.ts";
import type { Sandbox, SandboxChoice } from "./types.ts";

export interface SandboxWish {
  /** The run profile's `sandbox`. */
  setting: "auto" | Sandbox["kind"];
  env: Record<string, string | undefined>;
}

type Found = { sandbox: Sandbox } | { missing: string };

/**
 * The sandbox that a setting names, or with `auto` the first that works here. "Works" is found out by running
 * something in it: that a program is installed says little on machines that forbid namespaces.
 */
export async function chooseSandbox({ setting, env }: SandboxWish): Promise<SandboxChoice> {
  const kinds: Sandbox["kind"][] =
    setting === "auto" ? ["bubblewrap", "namespaces", "container", "sandbox_exec"] : [setting];
  const reasons: string[] = [];
  for (const kind of kinds) {
    const found = find(kind, env);
    if ("missing" in found) {
      reasons.push(`${kind}: ${found.missing}`);
      continue;
    }
    const problem = await problemWith(found.sandbox);
    if (problem === null) return { ok: true, sandbox: found.sandbox };
    reasons.push(`${kind}: ${problem}`);
  }
  return { ok: false, reason: `No sandbox works here. ${reasons.join("; ")}.` };
}

function find(kind: Sandbox["kind"], env: SandboxWish["env"]): Found {
  switch (kind) {
    case "bubblewrap": {
      const program = onPath("bwrap", env);
      return program ? { sandbox: bubblewrap(program) } : { missing: "bwrap is not installed (package bubblewrap)" };
    }
    case "namespaces":
    case "container":
    case "sandbox_exec":
    case "unsafe_host":
      return { missing: "not supported yet" };
  }
}

function onPath(program: string, env: SandboxWish["env"]): string | null {
  const folders = (env.PATH ?? "/usr/local/bin:/usr/bin:/bin").split(":");
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}

/** Null when a command ran inside and nothing went wrong. */
async function problemWith(sandbox: Sandbox): Promise<string | null> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "assay-probe-")));
  try {
    const [workspace, tmp] = [join(folder, "workspace"), join(folder, "tmp")];
    await Promise.all([mkdir(workspace), mkdir(tmp)]);
    const result = await sandbox.run({
      argv: ["/bin/sh", "-c", "echo works > file && cat file"],
      workspace,
      tmp,
      network: false,
      limits: { seconds: 20, outputBytes: 4000, processes: 64, memoryBytes: 512 * 1024 * 1024 },
    });
    if (result.outcome === "exited" && result.exit_code === 0 && result.stdout === "works\n") return null;
    return (result.message ?? result.stderr.trim()) || `a trial command ended with ${result.outcome}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
