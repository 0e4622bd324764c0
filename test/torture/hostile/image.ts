import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeTinyImage } from "../../sandbox/support.ts";

const PROGRAMS =
  "sh bash node cat ls sleep touch env id head tail yes seq setsid mkdir ln rm mv cp chmod mkfifo truncate base64 gzip tr grep sed dd";

/** An image of this machine's own Node, shell and commands, made once; null where there is no podman. */
export function hostileImage(): string | null {
  const image = `localhost/assay-test-hostile:${process.version}`;
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
