import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A million items sampled and batched, in a process of its own so that its memory can be read off. */
const ITEMS = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
try {
  const spec = join(folder, "spec.yaml");
  const judge = "rubric: '`score` (1-5)', scoring: {primary: score}, model: offline/judge, sample_size: 50";
  writeFileSync(spec, `schema_version: 1\nmetric: {judge: {${judge}}}\n`);
  const small = measure(spec, await writeItems(1_000));
  const large = measure(spec, await writeItems(ITEMS));
  const rate = Math.round(ITEMS / (large.seconds - small.seconds));
  console.log(`  1,000,000 items sampled and batched: ${rate.toLocaleString("en")} items a second`);
  console.log(
    `  memory against a thousand items: ${(large.megabytes / small.megabytes).toFixed(2)} × (${large.megabytes} MB)`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function writeItems(count: number): Promise<string> {
  const path = join(folder, `${count}.jsonl`);
  const file = createWriteStream(path);
  for (let index = 0; index < count; index++) {
    const item = {
      item_id: `item-${index}`,
      title: "login: password reset",
      elements: ["reset fails", "reset link lost"],
    };
    if (!file.write(`${JSON.stringify(item)}\n`)) await once(file, "drain");
  }
  file.end();
  await once(file, "finish");
  return path;
}

function measure(spec: string, items: string): { seconds: number; megabytes: number } {
  const report = "process.on('exit', () => console.error(process.resourceUsage().maxRSS))";
  const words = ["--import", `data:text/javascript,${encodeURIComponent(report)}`, "dist/cli.js", "batch", "judge"];
  const start = performance.now();
  const printed = execFileSync(
    "sh",
    ["-c", '"$@" 2>&1 >/dev/null', "sh", process.execPath, ...words, "--spec", spec, "--items", items, "--dry-run"],
    { encoding: "utf8" },
  );
  const kilobytes = Number(printed.trim().split("\n").at(-1));
  return { seconds: (performance.now() - start) / 1000, megabytes: Math.round(kilobytes / 1024) };
}
