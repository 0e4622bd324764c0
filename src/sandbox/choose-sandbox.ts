import { mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { openOwnedFolder } from "../files/index.ts";
import { bubblewrap } from "./bubblewrap.ts";
import { container, DEFAULT_IMAGE } from "./container.ts";
import { findClients } from "./containers/client.ts";
import { shortfallsOf } from "./guarantees.ts";
import { namespaces } from "./namespaces.ts";
import { onPath } from "./processes/on-path.ts";
import { sandboxExec } from "./sandbox-exec.ts";
import type { Sandbox, SandboxChoice } from "./types.ts";
import { unsafeHost } from "./unsafe-host.ts";

type Kind = Sandbox["kind"];
type Environment = Record<string, string | undefined>;
type Found = { sandbox: Sandbox; name?: string; advice?: string } | { missing: string };

export interface SandboxWish {
  /** The run profile's `sandbox`. */
  setting: "auto" | Kind;
  /** Source of the program path and the container settings. */
  env: Environment;
  /** Accept only a sandbox with all its limits. */
  strict?: boolean;
}

/** One way to run commands, and the result of trying it on this machine. */
export interface TriedSandbox {
  /** Includes the container engine's name if there are several. */
  name: string;
  kind: Kind;
  /** Null when it works. */
  problem: string | null;
}

/** Best first. `unsafe_host` is never chosen automatically, only on request. */
const AUTOMATIC: Kind[] = ["bubblewrap", "namespaces", "container", "sandbox_exec"];

/**
 * Returns the sandbox a setting names, or with `auto` the first that works here. Tests each by running something in it: an
 * installed program proves little on machines that forbid namespaces.
 */
export async function chooseSandbox({ setting, env, strict = false }: SandboxWish): Promise<SandboxChoice> {
  const reasons: string[] = [];
  for (const kind of setting === "auto" ? AUTOMATIC : [setting]) {
    for (const found of FIND[kind](env)) {
      const missing = strict && "sandbox" in found ? shortfallsOf(found.sandbox) : [];
      const problem = "missing" in found ? found.missing : await problemWith(found.sandbox);
      if ("sandbox" in found && problem === null && missing.length === 0) return { ok: true, sandbox: found.sandbox };
      if (problem !== null) reasons.push(`${nameOf(found, kind)}: ${problem}${adviceOf(found)}`);
      else reasons.push(...missing.map((sentence) => `${nameOf(found, kind)}: ${sentence}`));
    }
  }
  const advice = strict && setting === "unsafe_host" ? [] : [ADVICE];
  return {
    ok: false,
    reason: [headline(setting, strict), ...reasons.map((reason) => `  ${reason}`), ...advice].join("\n"),
  };
}

/** Tries every sandbox, best first, for diagnosis. */
export async function trySandboxes(env: Environment): Promise<TriedSandbox[]> {
  const tried: TriedSandbox[] = [];
  for (const kind of AUTOMATIC)
    for (const found of FIND[kind](env)) {
      const problem = "missing" in found ? found.missing : await problemWith(found.sandbox);
      tried.push({ kind, name: nameOf(found, kind), problem: problem === null ? null : problem + adviceOf(found) });
    }
  return tried;
}

const nameOf = (found: Found, kind: Kind): string => ("sandbox" in found && found.name) || kind;
const adviceOf = (found: Found): string => ("sandbox" in found && found.advice) || "";

function headline(setting: SandboxWish["setting"], strict: boolean): string {
  if (strict) return "No sandbox with all its limits works here, and less was ruled out (strict sandbox):";
  return setting === "auto"
    ? "No sandbox works here:"
    : `The sandbox that the run profile asks for (${setting}) does not work here:`;
}

const ADVICE =
  process.platform === "darwin"
    ? "Install Docker or Podman and pull the image, or see docs/sandbox.md."
    : "Install bubblewrap (`apt install bubblewrap`, `dnf install bubblewrap`) and allow user namespaces, or see docs/sandbox.md.";

const FIND: Record<Kind, (env: Environment) => Found[]> = {
  bubblewrap(env) {
    const program = onPath("bwrap", env);
    return [program ? { sandbox: bubblewrap(program) } : { missing: "bwrap is not installed" }];
  },
  namespaces(env) {
    const [unshare, setpriv] = [onPath("unshare", env), onPath("setpriv", env)];
    if (process.platform !== "linux") return [{ missing: "only Linux has them" }];
    if (!unshare || !setpriv) return [{ missing: "unshare or setpriv is not installed (package util-linux)" }];
    return [{ sandbox: namespaces(unshare) }];
  },
  container(env) {
    const image = env.ASSAY_SANDBOX_IMAGE || DEFAULT_IMAGE;
    const names = env.ASSAY_SANDBOX_CONTAINER_CLI ? [env.ASSAY_SANDBOX_CONTAINER_CLI] : ["docker", "podman"];
    const clients = findClients(names, { env, chosenBy: "ASSAY_SANDBOX_CONTAINER_CLI" });
    if (clients.length === 0) return [{ missing: `${names.join(" or ")} is not installed` }];
    return clients.map((client) => ({
      sandbox: container(client, image),
      name: `container (${basename(client.program)})`,
      advice: ` (the image is never pulled by itself: \`${basename(client.program)} pull ${image}\`)`,
    }));
  },
  sandbox_exec(env) {
    const program = process.platform === "darwin" ? onPath("sandbox-exec", env) : null;
    return [program ? { sandbox: sandboxExec(program) } : { missing: "only macOS has it" }];
  },
  unsafe_host: (env) => [{ sandbox: unsafeHost(env) }],
};

/** Null when a command ran inside and did what it should. */
async function problemWith(sandbox: Sandbox): Promise<string | null> {
  const { path: folder, remove } = openOwnedFolder("probe");
  try {
    const [workspace, tmp] = [join(folder, "workspace"), join(folder, "tmp")];
    await Promise.all([mkdir(workspace), mkdir(tmp)]);
    const result = await sandbox.run({
      argv: ["/bin/sh", "-c", "echo works > file && cat file"],
      workspace,
      tmp,
      network: false,
      limits: {
        seconds: 30,
        outputBytes: 4000,
        processes: 64,
        memoryBytes: 512 * 1024 * 1024,
        diskBytes: 16 * 1024 * 1024,
      },
    });
    if (result.outcome === "exited" && result.exit_code === 0 && result.stdout === "works\n") return null;
    return firstWords(result.message ?? result.stderr) || `a first command failed (${result.outcome})`;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await remove();
  }
}

function firstWords(text: string): string {
  return (text.trim().split("\n")[0] ?? "").slice(0, 300);
}
