import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  chooseSandbox,
  type Sandbox,
  type SandboxCommand,
  type SandboxLimits,
  type SandboxResult,
} from "../../src/sandbox/index.ts";
import { temporaryFolder, writeFiles } from "../support/temporary.ts";

export interface Surroundings {
  root: string;
  workspace: string;
  tmp: string;
}

/** The folders of a trial. */
export function trialFolders(): Surroundings {
  const root = temporaryFolder();
  const [workspace, tmp] = [join(root, "workspace"), join(root, "tmp")];
  mkdirSync(workspace);
  mkdirSync(tmp);
  return { root, workspace, tmp };
}

export const LIMITS: SandboxLimits = {
  seconds: 20,
  outputBytes: 20_000,
  processes: 64,
  memoryBytes: 512 * 1024 * 1024,
  diskBytes: 1024 ** 3,
};

/** Runs a line of shell in a sandbox. */
export function shell(
  sandbox: Sandbox,
  line: string,
  options: Partial<SandboxCommand> & { folders?: Surroundings } = {},
): Promise<SandboxResult> {
  const { workspace, tmp } = options.folders ?? trialFolders();
  return sandbox.run({ argv: ["/bin/sh", "-c", line], workspace, tmp, network: false, limits: LIMITS, ...options });
}

export async function sandboxOf(
  kind: Sandbox["kind"],
  env: Record<string, string | undefined> = process.env,
): Promise<Sandbox> {
  const choice = await chooseSandbox({ setting: kind, env });
  if (!choice.ok) throw new Error(choice.reason);
  return choice.sandbox;
}

/** True if any process of this machine has these words on its command line. */
export function isRunning(words: string): boolean {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim() === words;
      } catch {
        return false;
      }
    });
}

/** A sandbox of podman's containers with a tiny image; `settings` is a folder for what only this test's podman reads. */
export async function podmanSandbox(image: string, settings: string): Promise<Sandbox> {
  writeFiles(settings, {
    // Root may lack the right to raise limits, and Debian's crun refuses mixed cgroups; runc with modest limits runs anywhere.
    "containers.conf":
      '[containers]\ndefault_ulimits = ["nofile=1024:1024"]\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n',
  });
  const env = {
    ...process.env,
    CONTAINERS_CONF: join(settings, "containers.conf"),
    ASSAY_SANDBOX_IMAGE: image,
    ASSAY_SANDBOX_CONTAINER_CLI: "podman",
  };
  makeTinyImage(image, join(settings, "rootfs"), env);
  return sandboxOf("container", env);
}

const PROGRAMS = "sh bash cat ls sleep touch env id head tail yes seq setsid mkdir ln".split(" ");

/** An image made of this machine's own shell and a few commands, so that containers can be tried without a registry. */
export function makeTinyImage(
  name: string,
  rootfs: string,
  env: Record<string, string | undefined>,
  programs: readonly string[] = PROGRAMS,
): void {
  const script = `set -e; mkdir "$1"; cd "$1"; shift; mkdir -p bin tmp proc dev etc workspace hooks trial
    for program; do
      path=$(readlink -f "$(type -P "$program")"); cp "$path" "bin/$program"
      for library in $(ldd "$path" | grep -o '/[^ ]*'); do mkdir -p ".$(dirname "$library")"; cp -L "$library" ".$library"; done
    done
    tar -c . | "$PODMAN" import -q - "$IMAGE"`;
  execFileSync("/bin/bash", ["-c", script, "bash", rootfs, ...programs], {
    env: { ...env, PODMAN: "podman", IMAGE: name } as NodeJS.ProcessEnv,
    stdio: ["ignore", "ignore", "pipe"],
  });
}
