import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { diskUseOf, NOTE_USAGE, notedUsage } from "../campaign/call-assay.ts";
import type { Row } from "../campaign/table.ts";
import type { Build } from "../support/builds.ts";
import { preload } from "../support/second-process.ts";
import { TRIALS } from "./judged-store.ts";

/** Everything as a folder, which is not there before. */
export function exportStore(root: string, { cli }: Build): Row[] {
  const folder = join(root, "shown");
  rmSync(folder, { recursive: true, force: true });
  const usageFile = join(root, "usage.json");
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, [preload(NOTE_USAGE), cli, "view", "--export", folder], {
    cwd: root,
    env: { ...process.env, USAGE_FILE: usageFile },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const took = (performance.now() - startedAt) / 1000;
  if (status !== 0) throw new Error(`assay view --export ended with ${status}`);
  const disk = diskUseOf(folder);
  const what = `exported as a folder: ${(disk.bytes / 1e6).toFixed(0)} MB in ${disk.files} files`;
  return [
    {
      what,
      seconds: took,
      trials: TRIALS,
      usage: notedUsage(usageFile),
      disk,
      limits: [],
      against: { cpuSeconds: 1.1 },
    },
  ];
}
