import { describe, expect, test } from "vitest";
import { batchSpec, describedFields } from "./batch-spec.ts";

const JUDGE = { rubric: "- score (1-5): how good", scoring: { primary: "score" } };
const parse = (judge: Record<string, unknown>) =>
  batchSpec.safeParse({ schema_version: 1, metric: { judge: { ...JUDGE, ...judge } } });

test("a rubric and a primary field are enough; the rest has the documented defaults", () => {
  expect(parse({}).data?.metric.judge).toMatchObject({
    scoring: { secondary: [], direction: "maximize", fields: {} },
    repetitions: 1,
    attempts: 3,
    shortfall: "fill",
    singleton_sample: 0,
    sample_seed: 42,
    batch_size: 5,
    minimum_improvement: 0.3,
    max_concurrency: 4,
  });
});

test("a declared field wins over what the rubric seems to say", () => {
  const judge = parse({ scoring: { primary: "score", fields: { score: { type: "number", min: 0, max: 1 } } } }).data!
    .metric.judge;
  expect(describedFields(judge)).toEqual({ score: { type: "number", min: 0, max: 1 } });
});

describe("what is refused, and where", () => {
  test.each([
    ["no rubric", { rubric: "" }, "metric.judge.rubric"],
    ["a score nobody describes", { scoring: { primary: "quality" } }, "metric.judge.scoring.primary"],
    [
      "a secondary field nobody describes",
      { scoring: { primary: "score", secondary: ["topics"] } },
      "metric.judge.scoring.secondary.0",
    ],
    ["ambiguous as a score", { scoring: { primary: "ambiguous" } }, "metric.judge.scoring.primary"],
    [
      "a declared item_id",
      { scoring: { primary: "score", fields: { item_id: { type: "string" } } } },
      "metric.judge.scoring.fields.item_id",
    ],
    [
      "a primary that is text",
      { scoring: { primary: "score", fields: { score: { type: "string" } } } },
      "metric.judge.scoring.primary",
    ],
    [
      "bounds on text",
      { scoring: { primary: "score", fields: { note: { type: "string", max: 3 } } } },
      "metric.judge.scoring.fields.note",
    ],
    [
      "bounds the wrong way round",
      { scoring: { primary: "score", fields: { score: { type: "integer", min: 5, max: 1 } } } },
      "metric.judge.scoring.fields.score",
    ],
    ["a direction that is none", { scoring: { primary: "score", direction: "up" } }, "metric.judge.scoring.direction"],
    ["a request field that Assay sets", { request_options: { messages: [] } }, "metric.judge.request_options.messages"],
    ["a model to fall back to", { request_options: { models: ["x"] } }, "metric.judge.request_options.models"],
    [
      "a request field that Assay sets, in a panel",
      { panel: [{ judge_id: "a", model: "m", request_options: { stream: true } }] },
      "metric.judge.panel.0.request_options.stream",
    ],
    ["an empty sample", { sample_size: 0 }, "metric.judge.sample_size"],
    ["half an item", { batch_size: 2.5 }, "metric.judge.batch_size"],
    [
      "a bucket twice",
      {
        stratification: [
          { bucket: "a", count: 1 },
          { bucket: "a", count: 2 },
        ],
      },
      "metric.judge.stratification",
    ],
    [
      "a bucket with our own name",
      { stratification: [{ bucket: "(other)", count: 1 }] },
      "metric.judge.stratification.0.bucket",
    ],
    [
      "strata beyond the sample",
      { sample_size: 3, stratification: [{ bucket: "a", count: 4 }] },
      "metric.judge.stratification",
    ],
    ["singletons without a rubric", { singleton_sample: 5 }, "metric.judge.singleton_rubric"],
    ["panel and model", { model: "a", panel: [{ judge_id: "x", model: "b" }] }, "metric.judge.panel"],
    [
      "a judge twice",
      {
        panel: [
          { judge_id: "x", model: "b" },
          { judge_id: "x", model: "c" },
        ],
      },
      "metric.judge.panel",
    ],
    ["a negative improvement", { minimum_improvement: -1 }, "metric.judge.minimum_improvement"],
    ["a budget of nothing", { max_total_cost_usd: 0 }, "metric.judge.max_total_cost_usd"],
    ["a seed that is text", { sample_seed: "42" }, "metric.judge.sample_seed"],
  ])("%s", (_, judge, path) => {
    expect(parse(judge).error?.issues.map((issue) => issue.path.join("."))).toContain(path);
  });
});
