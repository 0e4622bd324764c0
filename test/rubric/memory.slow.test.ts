import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cliPath } from "../support/assay.ts";
import { projectRoot } from "../support/project-root.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { RUBRIC } from "./support.ts";

/** A few take 142 MB, so keeping all of these would take 250. */
const MEGABYTES = 200;
const MEGABYTES_OF_SAMPLES = 108;
const SAMPLES = 570;

test(`samples that together have ${MEGABYTES_OF_SAMPLES} MB are judged and summarized within ${MEGABYTES} MB of memory, as a few are`, async () => {
  if (!existsSync(cliPath)) execFileSync(process.execPath, ["scripts/build.mjs", "--no-types"], { cwd: projectRoot });
  const folder = temporaryFolder({ "rubric.json": RUBRIC });
  const samples = join(folder, "samples.jsonl");
  const bytes = await writeLargeSamples(samples, SAMPLES);
  expect(bytes).toBeGreaterThan(MEGABYTES_OF_SAMPLES * 1024 * 1024);
  const report = "process.on('exit', () => console.error(process.resourceUsage().maxRSS))";
  const words = ["rubric", "judge", "--samples", samples, "--rubric", "rubric.json", "--model", "offline/judge"];
  const printed = execFileSync(
    "sh",
    [
      ...["-c", '"$@" 2>&1 >/dev/null', "sh", process.execPath],
      ...["--import", `data:text/javascript,${encodeURIComponent(report)}`, cliPath, ...words],
    ],
    { cwd: folder, encoding: "utf8" },
  );
  expect(printed).toContain(`New: ${SAMPLES} calls`);
  const kilobytes = Number(printed.trim().split("\n").at(-1));
  expect(kilobytes / 1024).toBeLessThan(MEGABYTES);
});

async function writeLargeSamples(path: string, count: number): Promise<number> {
  const file = createWriteStream(path);
  const filler = `${"x".repeat(99)}\n`.repeat(2000);
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    const meta = { run_id: index, model: "m", prompt_variant: "p", eval_set_variant: "e", question_id: index };
    const line = `${JSON.stringify({ meta, question: "Why?", model_output: `${index}\n${filler}` })}\n`;
    bytes += line.length;
    if (!file.write(line)) await once(file, "drain");
  }
  file.end();
  await once(file, "finish");
  return bytes;
}
