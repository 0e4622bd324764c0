import { describe, expect, test } from "vitest";
import { oneOfEverything } from "../../../test/support/one-of-everything.ts";
import { type FormatName, formatsOf, type ResultKind, renderResult } from "./index.ts";
import { FORMATS } from "./table.ts";

const kinds = Object.keys(FORMATS) as ResultKind[];
const everyFormat = kinds.flatMap((kind) => formatsOf(kind).map((format): [ResultKind, FormatName] => [kind, format]));
/** Formats for programs, which keep every character; test/formats/ has other programs read them. */
const FOR_PROGRAMS = /^json|csv$|jsonl$|parquet$|^every-eval-ever$|^otlp$/;
const forPeople = everyFormat.filter(([, format]) => !FOR_PROGRAMS.test(format));

test.each(kinds)("a %s can be read by people and by programs, text being the default", (kind) => {
  expect(formatsOf(kind).slice(0, 2)).toEqual(["text", "json"]);
});

test.each(kinds)("the JSON of a %s can be read back", async (kind) => {
  const written = await renderResult(kind, "json", oneOfEverything()[kind]);
  expect(JSON.parse(written)).toBeTypeOf("object");
});

describe("one of a thing", () => {
  const one = oneOfEverything();
  const PLURALS =
    /(?<![\d.,])1 (?!of )(?:[a-z]+ ){0,2}?(?:trials|cases|runs|calls|items|models|questions|judgements|samples|entries|requests|suites|errors|warnings|pairs|verdicts|singletons|quote|are|have)\b/;

  test.each(forPeople)("is not called several in the %s as %s", async (kind, format) => {
    const written = await renderResult(kind, format, one[kind]);
    expect(PLURALS.exec(written)?.[0]).toBeUndefined();
  });

  test("is counted in words that go with it", async () => {
    const { campaign_report, run_report, plan_report, batch_result, rubric_summary, suites, validation } = one;
    expect(await renderResult("campaign_report", "text", campaign_report)).toContain(
      "1 trial (1 scored)\nJudges: judge_1 = x/judge × 1. Aggregated by mean, passes at 7 or more.\nNew spend: runs not reported, judging not reported (1 judge call).",
    );
    expect(await renderResult("campaign_report", "text", campaign_report)).toContain(
      "1 of 1 item that quotes (100 %) quotes what the judge was shown of the subject; 1 quotes nothing.",
    );
    expect(await renderResult("run_report", "text", run_report)).toContain("1 run without a reported cost");
    expect(await renderResult("plan_report", "text", plan_report)).toContain("All models: 1 request, about $1.00.");
    expect(await renderResult("batch_result", "text", batch_result)).toContain("1 of 1 sampled item scored");
    expect(await renderResult("rubric_summary", "text", rubric_summary)).toContain("1 valid judgement of 1 sample,");
    expect(await renderResult("suites", "text", suites)).toContain("1 model");
    expect(await renderResult("validation", "text", validation)).toContain("✗ 1 case checked: 1 error");
  });
});

describe("what somebody else wrote", () => {
  const hostile = oneOfEverything("a\u001b[2K\u009b1A\u202egnp\u2066\u0007 | *b*\n# c");

  test.each(forPeople)("does not steer, reorder or break the %s as %s", async (kind, format) => {
    const written = await renderResult(kind, format, hostile[kind]);
    expect(written).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    if (format === "markdown") expect(written).not.toMatch(/^# c|(?<!\\)\*b(?!\\)\*/m);
  });
});
