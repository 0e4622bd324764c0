import * as conventions from "@opentelemetry/semantic-conventions/incubating";
import { describe, expect, test } from "vitest";
import {
  type CallRecord,
  DIMENSIONS,
  type JudgedCampaign,
  type RunRecord,
  type TrialResult,
} from "../../src/records/index.ts";
import { composeCampaignReport } from "../../src/report/campaign/campaign-report.ts";
import { type FormatName, formatsOf, renderPieces, renderResult } from "../../src/report/formats/index.ts";
import type { CampaignReport } from "../../src/report/index.ts";
import { GEN_AI } from "../../src/report/otlp/names.ts";
import { NO_RECORDS, type StoredRecords } from "../../src/report/stored-records.ts";
import { campaignResult } from "../support/campaign-result.ts";
import { exampleRun } from "../support/example-run.ts";
import {
  everyEvalEverProblems,
  readCsv,
  readJunit,
  readMarkdown,
  readParquetRows,
} from "../support/foreign-readers.ts";
import { readOtlp } from "../support/otlp-reader.ts";

/** Texts seen from subjects, judges and authors, and worse. */
const HOSTILE = [
  "\u0000\u0001\u0008\u000b\u001b[31mred\u001b[0m\u007f\u009b",
  "half \ud83d of a pair, and \udc00 the other",
  "]]></failure></testcase><testcase name='forged'/>",
  '<script>alert(1)</script><img src=x onerror="alert(1)">',
  "\n::error::forged\n::set-output name=x::y\r::stop-commands::t",
  "%0A::error title=x,file=y::%25",
  "@everyone @org/team a@evil.example",
  "[click](https://evil.example) <https://evil.example> https://evil.example www.evil.example mailto:a@evil.example #1 GH-1",
  "| a | b |\n|---|---|\n# heading\n- item\n```js\nfence",
  "=cmd|' /C calc'!A1",
  "+1-1",
  "-2+3",
  "@SUM(1)",
  "\t=1+1",
  "＝1+1",
  'a "quoted", cell\r\nwith lines',
  "\u202egnp.exe\u2066",
  "--><!-- -->",
  // More than GitHub takes in a summary.
  "x".repeat(1_200_000),
];

/** With a score in every dimension, as judges give it. */
function compose(result: JudgedCampaign): CampaignReport {
  const trials = result.trials.map((trial) => ({
    ...trial,
    dimensions:
      trial.score === null
        ? null
        : Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, { score: trial.score!, passed: null }])),
  })) as TrialResult[];
  return composeCampaignReport({ ...result, trials });
}

const CAMPAIGN_FORMATS = formatsOf("campaign_report");
const TEXTS = CAMPAIGN_FORMATS.filter((format) => !format.endsWith("parquet"));

/** A campaign in which everything that others write is hostile: ids, labels, reasons, answers. */
function hostileReport(text: string): CampaignReport {
  const result = campaignResult(
    [{ model_id: `m${text.slice(0, 500)}`, cases: { [`c${text.slice(0, 500)}`]: [[[5]]] } }],
    {
      passThreshold: 7,
    },
  );
  const not_passed = [{ check_id: text, outcome: "failed" as const, required: true, message: text }];
  const trials = result.trials.map((trial) => ({
    ...trial,
    judge_reason: text,
    checks: { passed: 0, failed: 1, error: 0, total: 1, outcomes: [], not_passed },
  }));
  return compose({ ...result, suite_id: text, suite_title: text, trials, warnings: [text] });
}

/** A store that has the same hostile answer for every run and every call. */
function hostileRecords(text: string): StoredRecords {
  return {
    ...NO_RECORDS,
    run: () => ({ artifact: exampleRun({ final_output: text }) }) as RunRecord,
    call: (call_id) =>
      ({
        call_id,
        endpoint: text,
        model: text,
        options: {},
        offline: false,
        repetition: 1,
        prompt: { system_sha256: "0", user_sha256: "1" },
        attempts: [
          {
            follow_up: [],
            violations: [],
            outcome: { status: "answered", message: { content: text, tool_calls: [] }, latency_ms: 1, retries: [] },
          },
        ],
        result: { status: "verdict" },
        usage: null,
      }) as unknown as CallRecord,
    text: () => text,
    ranAt: () => 1_790_000_000_000,
    calledAt: () => 1_790_000_000_000,
  };
}

const render = (format: FormatName, report: CampaignReport, records?: StoredRecords) =>
  renderResult("campaign_report", format, report, { colors: false, content: true, ...(records && { records }) });

async function bytesOf(format: FormatName, report: CampaignReport, records?: StoredRecords): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of renderPieces("campaign_report", format, report, { colors: false, records }))
    pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

describe.each(HOSTILE.map((text, index) => [index, text] as const))("hostile text %i", (_, text) => {
  const report = hostileReport(text);
  const records = hostileRecords(text);

  test("is one test of one suite in JUnit, and nothing else", async () => {
    const cases = await readJunit(await render("junit", report));
    expect(cases).toHaveLength(1);
    expect(cases[0]!.outcome).toBe("failure");
    expect(cases[0]!.name).not.toMatch(/[\n\r]/);
  });

  test("is no link, no mention and no HTML in Markdown, and does not break its table", async () => {
    for (const format of ["pr-comment", "github-summary"] as const) {
      const markdown = await render(format, report);
      const html = readMarkdown(markdown.replace(/^<!-- assay: \S* -->\n/, ""));
      expect(html).not.toMatch(/<(?:a |img|script|!--|h1)/);
      expect(markdown).not.toMatch(/@(?:everyone|org|evil|SUM)|#1\b/);
      expect(Buffer.byteLength(markdown)).toBeLessThan(format === "pr-comment" ? 65_536 : 1_048_576);
    }
  });

  test("gives the runner no command of its own", async () => {
    const written = await render("github-annotations", report);
    const lines = written.trimEnd().split(/[\n\r\u2028\u2029\u0085]/);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^::error title=[^:,]*::/);
    expect(lines[1]).toMatch(/^::notice title=Assay::/);
  });

  test("is no formula in a spreadsheet", async () => {
    for (const format of ["csv", "verdicts-csv", "calls-csv"] as const)
      for (const row of readCsv(await render(format, report, records)))
        for (const [name, cell] of Object.entries(row)) {
          expect(cell, name).not.toMatch(/^[\s]*[=+\-@＝＋－＠]|^[\t\r]/);
          expect(cell.length, name).toBeLessThanOrEqual(32_767);
        }
  });

  test("is in the JSON Lines as it is", async () => {
    const row = JSON.parse(await render("jsonl", report, records));
    expect(row.final_output).toBe(text);
    expect(row.suite_id).toBe(text);
  });

  test("is in the Parquet as it is, but for what is no character", async () => {
    const [row] = readParquetRows(await bytesOf("parquet", report, records));
    expect(row!.final_output).toBe(text.replace(/\p{Surrogate}/gu, "\ufffd"));
  });

  test("leaves a trace and a shared document valid", async () => {
    const [whole] = readOtlp(await render("otlp", report, records));
    expect(whole!.attributes["gen_ai.output.messages"]).toBeTypeOf("string");
    expect(everyEvalEverProblems(JSON.parse(await render("every-eval-ever", report, records)))).toEqual([]);
  });

  test("is encoded in every format without a loss that nobody asked for", async () => {
    for (const format of TEXTS) {
      const written = await render(format, report, records);
      expect(Buffer.from(written).equals(Buffer.from(Buffer.from(written).toString())), format).toBe(true);
      expect(/\p{Surrogate}/u.test(written), format).toBe(false);
    }
  });
});

describe("a test report", () => {
  const trial = (changes: Partial<TrialResult>): CampaignReport => {
    const result = campaignResult([{ model_id: "m", cases: { c: [[[8]]] } }], { passThreshold: 7 });
    return compose({ ...result, trials: [{ ...result.trials[0]!, ...changes }] });
  };
  const checks = (outcome: "failed" | "error", required: boolean) => ({
    checks: {
      ...{ passed: 0, failed: 0, error: 0, total: 1, outcomes: [] },
      not_passed: [{ check_id: "k", outcome, required, message: "no" }],
    },
  });

  test.each<[string, Partial<TrialResult>, string]>([
    ["a score above the threshold", {}, "passed"],
    ["no threshold and no check", { passed: null }, "passed"],
    ["a score below the threshold", { score: 3, passed: false }, "failure"],
    ["a required check that failed", { passed: false, ...checks("failed", true) }, "failure"],
    ["a run that failed by itself", { run_status: "failed" }, "failure"],
    ["a check that nobody requires", checks("failed", false), "passed"],
    ["a required check that nobody can decide", { passed: null, ...checks("error", true) }, "error"],
    ["no valid verdict", { state: "unscored", score: null, passed: null, reason: "not JSON" }, "error"],
    ["a run that was not judged", { state: "not_judged", score: null, passed: null }, "error"],
    ["an error of the provider", { state: "not_judged", score: null, run_status: "provider_error" }, "error"],
    ["a time-out", { state: "not_judged", score: null, run_status: "timed_out" }, "error"],
    ["no run", { state: "not_run", score: null, passed: null, run_status: null, run: null }, "skipped"],
  ])("calls %s by its name", async (_, changes, outcome) => {
    const [only] = await readJunit(await render("junit", trial(changes)));
    expect(only!.outcome).toBe(outcome);
  });

  test("says how many repetitions failed, and lets the worst decide", async () => {
    const report = compose(
      campaignResult([{ model_id: "m", cases: { c: [[[8]], [[3]], [[2]]] } }], { passThreshold: 7 }),
    );
    const [only] = await readJunit(await render("junit", report));
    expect(only).toMatchObject({
      outcome: "failure",
      message: "2 of 3 repetitions: scores 3.0, below the pass_threshold of 7",
      inner:
        "#2: scores 3.0, below the pass_threshold of 7 [1.0 s]\n#3: scores 2.0, below the pass_threshold of 7 [1.0 s]",
    });
  });

  test("has a name of its own for every case, also where ids differ in nothing that is shown", async () => {
    const ids = ["a\nb", "a b", "a  b", "a\u0000b", "x".repeat(400), `${"x".repeat(400)}y`];
    const report = compose(
      campaignResult([{ model_id: "m", cases: Object.fromEntries(ids.map((id) => [id, [[[8]]]])) }]),
    );
    const names = (await readJunit(await render("junit", report))).map(({ name }) => name);
    expect(new Set(names).size).toBe(ids.length);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(250);
  });

  test("stays below 30 MB, whatever the judges wrote", async () => {
    const cases = Object.fromEntries(
      Array.from({ length: 3000 }, (_, number) => [`case_${number}`, [[[1]], [[1]], [[1]]]]),
    );
    const result = campaignResult([{ model_id: "m", cases }], { passThreshold: 7 });
    const trials = result.trials.map((one) => ({ ...one, judge_reason: "x".repeat(6000) }));
    const report = { ...result, trials, models: result.models } as unknown as CampaignReport;
    const xml = await render("junit", report);
    expect(Buffer.byteLength(xml)).toBeLessThan(30_000_000);
    expect(xml.match(/<failure /g)).toHaveLength(3000);
  });
});

describe("Markdown with a limit", () => {
  const cases = Object.fromEntries(["größe", "länge"].map((id) => [id, [[[1]]]]));
  const models = Array.from({ length: 250 }, (_, number) => ({ model_id: `modell_ä_${number}`, cases }));
  const report = compose(campaignResult(models, { passThreshold: 7 }));

  test("is cut for a comment between two lines, and says so", async () => {
    const comment = await render("pr-comment", report);
    expect(Buffer.byteLength(comment)).toBeLessThan(65_536);
    expect(Buffer.byteLength(comment)).toBeGreaterThan(50_000);
    expect(comment).toMatch(/\n\n\*A comment may not be longer; `assay report` shows the rest\.\*\n$/);
    expect(
      comment
        .split("\n")
        .filter((line) => line.startsWith("|"))
        .every((line) => line.endsWith("|")),
    ).toBe(true);
  });

  test("leaves room in a summary for what is there already", async () => {
    const taken = 1024 * 1024 - 10_000;
    const summary = await renderResult("campaign_report", "github-summary", report, { colors: false, taken });
    expect(Buffer.byteLength(summary) + taken).toBeLessThan(1024 * 1024);
    expect(summary).toContain("The summary of a step may not be longer");
    const none = await renderResult("campaign_report", "github-summary", report, { colors: false, taken: 1024 * 1024 });
    expect(none).toBe("");
  });
});

test("annotations are written as GitHub's own toolkit writes them", async () => {
  const { error } = await import("@actions/core");
  const said: string[] = [];
  const { write } = process.stdout;
  process.stdout.write = ((text: string) => said.push(text)) as unknown as typeof write;
  try {
    error("50 % of a, b: c", { title: "100 %: a, b" });
  } finally {
    process.stdout.write = write;
  }
  const { workflowCommand } = await import("../../src/text/presentation/index.ts");
  expect([`${workflowCommand("error", "100 %: a, b", "50 % of a, b: c")}\n`]).toEqual(said);
});

test("words in the log of a step give the runner no command either", async () => {
  const { disarmCommands } = await import("../../src/text/presentation/index.ts");
  const commands = ["::error::x", "  ::add-mask::x", "a\n\t::stop-commands::x", "it says ##[add-mask]a and ##[error]b"];
  for (const text of commands) expect(disarmCommands(text)).not.toMatch(/^\s*::|##\[/m);
  expect(disarmCommands("a: b :: c #[x] ## [y]")).toBe("a: b :: c #[x] ## [y]");
});

test("every attribute of a trace has the name that OpenTelemetry published", () => {
  const published = new Set<unknown>(Object.values(conventions));
  expect(Object.values(GEN_AI).filter((name) => !published.has(name))).toEqual([]);
});

test("tables are made row by row: nobody reads a record before its row is due", async () => {
  const cases = Object.fromEntries(Array.from({ length: 2000 }, (_, number) => [`c${number}`, [[[8]]]]));
  const report = campaignResult([{ model_id: "m", cases }]) as unknown as CampaignReport;
  for (const format of ["csv", "jsonl", "parquet"] as const) {
    let read = 0;
    const answer = "x".repeat(100_000);
    const run = () => {
      read += 1;
      return { artifact: exampleRun({ final_output: answer }) } as RunRecord;
    };
    const records = { ...NO_RECORDS, run };
    const pieces = renderPieces("campaign_report", format, report, { colors: false, records });
    await pieces.next();
    expect(read, format).toBeLessThan(200);
    await pieces.return(undefined);
  }
});

test("what nobody judged has no document to share", async () => {
  const report = compose(campaignResult([{ model_id: "m", cases: { c: [null] } }]));
  expect(await render("every-eval-ever", report)).toBe("");
});
