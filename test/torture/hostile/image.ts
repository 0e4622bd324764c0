import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTinyImage } from "../../sandbox/support.ts";

const PROGRAMS =
  "sh bash node cat ls sleep touch env id head tail yes seq setsid mkdir ln rm mv cp chmod mkfifo truncate base64 gzip tr grep sed dd tee true";

/** For machines that are containers themselves, where limits cannot be raised. */
const SETTINGS =
  '[containers]\ndefault_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n';

/** Environment for podman; `folder` holds its settings. */
export function podmanIn(folder: string): Record<string, string> {
  const path = join(folder, "containers.conf");
  writeFileSync(path, SETTINGS);
  return { CONTAINERS_CONF: path };
}

/** An image of this machine's own Node, shell and commands, made once; null where there is no podman. */
export function hostileImage(): string | null {
  const image = `localhost/assay-test-hostile:2-${process.version}`;
  const found = spawnSync("podman", ["image", "exists", image]);
  if (found.error) return null;
  if (found.status === 0) return image;
  const folder = mkdtempSync(join(tmpdir(), "assay-test-"));
  try {
    makeTinyImage(image, join(folder, "root"), process.env, PROGRAMS.split(" "));
    return image;
  } finally {
    execFileSync("rm", ["-rf", folder]);
  }
}
