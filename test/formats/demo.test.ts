import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CampaignReport } from "../../src/report/index.ts";
import { sha256 } from "../../src/text/index.ts";
import { assay, type CliResult } from "../support/assay.ts";
import {
  everyEvalEverProblems,
  readCsv,
  readJunit,
  readMarkdown,
  readParquetRows,
} from "../support/foreign-readers.ts";
import { readOtlp } from "../support/otlp-reader.ts";
import { projectRoot } from "../support/project-root.ts";

const CAMPAIGN = ["--suite", "quickstart", "--run-profile", "offline", "--evaluation-profile", "offline_judge"];
const FILES = {
  json: "report.json",
  markdown: "report.md",
  junit: "junit.xml",
  "github-summary": "summary.md",
  "pr-comment": "comment.md",
  csv: "trials.csv",
  jsonl: "trials.jsonl",
  parquet: "trials.parquet",
  "verdicts-csv": "verdicts.csv",
  "verdicts-jsonl": "verdicts.jsonl",
  "verdicts-parquet": "verdicts.parquet",
  "calls-csv": "calls.csv",
  "calls-jsonl": "calls.jsonl",
  "calls-parquet": "calls.parquet",
  "every-eval-ever": "shared.jsonl",
  otlp: "traces.jsonl",
};

let folder: string;
let said: CliResult;
let report: CampaignReport;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "assay-formats-"));
  cpSync(join(projectRoot, "examples/quickstart/configs"), join(folder, "configs"), { recursive: true });
  await assay(["run-eval", ...CAMPAIGN, "--quiet", "--no-chart", "--no-files"], { cwd: folder });
  const outputs = Object.entries(FILES).flatMap(([format, file]) => ["--output", `${format}=out/${file}`]);
  const words = ["report", ...CAMPAIGN, "--output", "text", "--output", "github-annotations", ...outputs];
  said = await assay(words, { cwd: folder });
  report = JSON.parse(read("json"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = (format: keyof typeof FILES) => join(folder, "out", FILES[format]);
const read = (format: keyof typeof FILES) => readFileSync(path(format), "utf8");
const lines = (format: keyof typeof FILES) => read(format).trimEnd().split("\n");

describe("the demo's campaign, in all formats by one command", () => {
  test("prints the text, says where the files are, and ends as the report does", () => {
    expect(said.stdout).toContain("quickstart × offline, judged by offline_judge: 64 trials (64 scored)");
    expect(said.stderr).toContain("Written as junit: out/junit.xml\n");
    expect(said.code).toBe(1);
  });

  test("is a JUnit report with a test per case and subject", async () => {
    const cases = await readJunit(read("junit"));
    expect(cases).toHaveLength(32);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(32);
    expect(cases.filter(({ outcome }) => outcome === "failure")).toHaveLength(24);
    expect(
      cases.filter(({ suite }) => suite === "Diligent (offline)").every(({ outcome }) => outcome === "passed"),
    ).toBe(true);
    expect(cases.find(({ name }) => name === "arithmetic [hasty]")).toMatchObject({
      classname: "quickstart.hasty",
      message: "scores 3.6, below the pass_threshold of 6",
    });
  });

  test("is a table of trials that a CSV library, a JSON parser and Arrow read alike", () => {
    const csv = readCsv(read("csv"));
    const json = lines("jsonl").map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(csv).toHaveLength(64);
    expect(json.map(({ score }) => score)).toEqual(report.trials.map(({ score }) => score));
    expect(csv.map(({ score }) => Number(score))).toEqual(report.trials.map(({ score }) => score));
    expect(plain(readParquetRows(readFileSync(path("parquet"))))).toEqual(json);
    expect(csv[0]).toMatchObject({
      model: "offline/diligent",
      final_output: "The result is 399, because 19 * 21 = 399.",
    });
  });

  test("is a table of verdicts and one of calls, which belong together", () => {
    const verdicts = lines("verdicts-jsonl").map((line) => JSON.parse(line));
    const calls = lines("calls-jsonl").map((line) => JSON.parse(line));
    expect(verdicts).toHaveLength(64 * 3);
    expect(new Set(verdicts.map(({ call_id }) => call_id))).toEqual(new Set(calls.map(({ call_id }) => call_id)));
    expect(calls.every(({ answer }) => answer.length > 0)).toBe(true);
    expect(readCsv(read("verdicts-csv"))).toHaveLength(verdicts.length);
    expect(readCsv(read("calls-csv")).map(({ answer }) => answer)).toEqual(calls.map(({ answer }) => answer));
    expect(plain(readParquetRows(readFileSync(path("verdicts-parquet"))))).toEqual(verdicts);
    expect(plain(readParquetRows(readFileSync(path("calls-parquet"))))).toEqual(calls);
  });

  test("is a document of Every Eval Ever for each subject", () => {
    const documents = lines("every-eval-ever").map((line) => JSON.parse(line));
    expect(documents.map(({ model_info }) => model_info.id)).toEqual(report.models.map(({ model }) => model));
    expect(documents.flatMap(everyEvalEverProblems)).toEqual([]);
    const [overall] = documents[0].evaluation_results;
    expect(overall.score_details.score).toBe(report.model_summaries[0]!.score);
    expect(overall.metric_config.llm_scoring).toMatchObject({ aggregation_method: "median" });
    expect(overall.metric_config.llm_scoring.input_prompt).toContain("You are an impartial judge.");
  });

  test("is a trace of OpenTelemetry for each trial, without a word of what was said", () => {
    const traces = lines("otlp").map(readOtlp);
    expect(traces).toHaveLength(64);
    expect(new Set(traces.map(([whole]) => whole!.traceId)).size).toBe(64);
    const [whole, ...parts] = traces[0]!;
    expect(whole).toMatchObject({
      name: "invoke_agent diligent",
      parentSpanId: "",
      attributes: { "gen_ai.operation.name": "invoke_agent", "gen_ai.request.model": "offline/diligent" },
    });
    expect(whole!.events[0]).toMatchObject({
      name: "gen_ai.evaluation.result",
      attributes: { "gen_ai.evaluation.name": "overall", "gen_ai.evaluation.score.value": 9.4 },
    });
    expect(parts.map(({ name }) => name)).toEqual([
      "chat offline/diligent",
      "chat offline/judge",
      "chat offline/judge-strict",
      "chat offline/judge-careless",
    ]);
    const spans = traces.flat();
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    expect(spans.every(({ start, end }) => start <= end)).toBe(true);
    expect(spans.some(({ name }) => name === "execute_tool exec_shell")).toBe(true);
    expect(read("otlp")).not.toContain("19 * 21");
  });

  test("is Markdown for a comment and for a summary", () => {
    expect(read("pr-comment")).toMatch(
      /^<!-- assay: quickstart\/offline\/offline_judge -->\n\*\*❌ 24 failed of 32 tests\*\*\n/,
    );
    expect(readMarkdown(read("pr-comment"))).toContain("<table>");
    expect(readMarkdown(read("github-summary"))).toContain("<h3>Models</h3>");
    expect(read("github-summary").trimEnd()).toBe(read("markdown").trimEnd());
  });

  test("is annotations on stderr, ten of a kind at most", () => {
    const commands = said.stderr.split("\n").filter((line) => line.startsWith("::"));
    expect(commands.filter((line) => line.startsWith("::error "))).toHaveLength(10);
    expect(commands.at(-2)).toBe("::error title=Assay::and 15 more tests");
    expect(commands.at(-1)).toBe(
      "::notice title=Assay::8 of 32 tests passed: quickstart × offline, judged by offline_judge",
    );
  });

  test("is the same to the byte the second time", async () => {
    const hashes = () => Object.values(FILES).map((file) => sha256(readFileSync(join(folder, "out", file), "latin1")));
    const before = hashes();
    const outputs = Object.entries(FILES).flatMap(([format, file]) => ["--output", `${format}=out/${file}`]);
    const { stdout } = await assay(["report", ...CAMPAIGN, ...outputs], { cwd: folder });
    expect(hashes()).toEqual(before);
    expect(stdout).toBe("");
  });

  test("has the words in its traces where they are wanted", async () => {
    const words = ["report", ...CAMPAIGN, "--output", "otlp", "--otlp-content"];
    const { stdout } = await assay(words, { cwd: folder });
    const [whole] = readOtlp(stdout.split("\n")[0]!);
    expect(JSON.parse(whole!.attributes["gen_ai.input.messages"] as string)).toEqual([
      {
        role: "user",
        parts: [
          { type: "text", content: "What is 19 * 21? Answer with the number and one sentence that explains it." },
        ],
      },
    ]);
    expect(whole!.attributes["gen_ai.output.messages"]).toContain("19 * 21 = 399");
  });
});

/** Arrow has 64-bit numbers. */
function plain(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]),
    ),
  );
}
