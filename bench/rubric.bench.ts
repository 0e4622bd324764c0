import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Samples prepared, judged by the offline judge, stored call by call and summarized, in a process of its own. */
const SAMPLES = 100_000;
const folder = mkdtempSync(join(tmpdir(), "assay-bench-"));
try {
  const samples = await writeSamples();
  const judging = ["judge", "--samples", samples, "--rubric", "examples/rubric/en/rubric.yaml", "--name", "bench"];
  const first = measure(judging);
  const again = measure(judging);
  const tables = measure(["summarize", "--from", join(folder, "outputs/rubric/bench")]);
  report("judged and stored", first);
  report("all reused from the store", again);
  report("summarized from the judgements", tables);
  const most = Math.max(first.megabytes, again.megabytes, tables.megabytes);
  console.log(`  most memory: ${most} MB (limit 300)`);
  if (most > 300) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(what: string, { seconds }: { seconds: number }): void {
  const rate = Math.round(SAMPLES / seconds).toLocaleString("en");
  console.log(`  ${SAMPLES.toLocaleString("en")} samples ${what}: ${rate} samples a second`);
}

async function writeSamples(): Promise<string> {
  const path = join(folder, "samples.jsonl");
  const file = createWriteStream(path);
  const filler = "The answer goes on for a while and says what an answer of this length would say. ".repeat(6);
  for (let index = 0; index < SAMPLES; index++) {
    const sample = {
      meta: {
        run_id: `run-${index}`,
        model: `acme/model-${index % 2}`,
        prompt_variant: `variant-${(index >> 1) % 3}`,
        eval_set_variant: "core",
        question_id: `q${Math.floor(index / 6)}`,
      },
      question: `May the kettle number ${index} be returned after ten days?`,
      model_output: `- Yes, kettle ${index} may be returned.\n- The refund is complete.\n${filler}`,
    };
    if (!file.write(`${JSON.stringify(sample)}\n`)) await once(file, "drain");
  }
  file.end();
  await once(file, "finish");
  return path;
}

function measure(words: string[]): { seconds: number; megabytes: number } {
  const report = "process.on('exit', () => console.error(process.resourceUsage().maxRSS))";
  const command = ["--import", `data:text/javascript,${encodeURIComponent(report)}`, "dist/cli.js", "rubric", ...words];
  if (words[0] === "judge")
    command.push("--model", "offline/judge", "--outputs", join(folder, "outputs"), "--concurrency", "8", "--quiet");
  const start = performance.now();
  const printed = execFileSync("sh", ["-c", '"$@" 2>&1 >/dev/null', "sh", process.execPath, ...command], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const kilobytes = Number(printed.trim().split("\n").at(-1));
  return { seconds: (performance.now() - start) / 1000, megabytes: Math.round(kilobytes / 1024) };
}
