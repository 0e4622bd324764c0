import { DIMENSIONS } from "../../src/records/index.ts";
import { composeCampaignReport } from "../../src/report/campaign/index.ts";
import { compareCampaigns } from "../../src/report/compare/index.ts";
import type { ResultValues } from "../../src/report/formats/index.ts";
import { campaignResult } from "./campaign-result.ts";

/** A result of every kind in which everything there is is there once; `name` is what others wrote: models, judges, users. */
export function oneOfEverything(name = "one"): ResultValues {
  const rubricReport = { folder: "outputs/rubric/one", summary: rubricSummary(name) };
  return {
    campaign_report: campaignReport(name),
    run_report: runReport(name),
    plan_report: {
      schema_version: 1,
      kind: "plan_report",
      suite_id: "suite",
      run_profile_id: "run",
      folder: "outputs/runs",
      problems: [name],
      warnings: [name],
      totals: { trials: 1, run: 1, reuse: 0, copy: 0 },
      models: [
        {
          model_id: name,
          offline: false,
          requests: { least: 1, most: 1 },
          prompt_tokens: 1,
          most_completion_tokens: 1,
          cost: { known: true, usd: 1, from_runs: 1 },
          run: 1,
          reuse: 0,
          copy: 0,
        },
      ],
      tools: [{ name, answered_by: "mcp server", tool: name, recorded: false, cases: 1 }],
      judging: {
        evaluation_profile_id: name,
        judge_runs: [
          {
            judge_run_id: name,
            judge_id: name,
            model: name,
            offline: false,
            stored: 1,
            to_ask: 1,
            most_requests: 3,
            cost: { known: false, reason: name },
          },
        ],
      },
      trials: [{ model_id: name, case_id: "case", repetition: 1, run_id: "0", action: "run", reason: name }],
    },
    comparison: {
      comparison: comparison(name),
      regression: {
        margin: 0,
        decision: "regression",
        regressed: true,
        left_out: { base: 1, candidate: 1 },
        reason: name,
      },
    },
    batch_result: batchResult(name),
    batch_comparison: {
      schema_version: 1,
      decision: "inconclusive",
      reason: name,
      base: experiment(name),
      candidate: experiment(name),
      method: "unpaired",
      shared_items: 1,
      improvement: 1,
      interval: { kind: "interval", low: 0, high: 1, level: 0.95 },
      minimum_improvement: 0,
      items_needed: 1,
      warnings: [name],
    },
    rubric_judging: { ...rubricReport, manifest: {} as ResultValues["rubric_judging"]["manifest"] },
    rubric_summary: rubricReport,
    cases: {
      schema_version: 1,
      cases: [{ case_id: name, path: name, title: name, runner: "llm_probe", tags: [name], broken: false }],
    },
    doctor: doctorReport(name),
    store: {
      schema_version: 1,
      kind: "store_listing",
      campaigns: [
        { suite_id: name, run_profile: name, trials: 1, evaluations: [{ evaluation_profile: name, trials: 1 }] },
      ],
    },
    store_check: {
      schema_version: 1,
      kind: "store_check",
      whole_records: 1,
      damaged_records: [
        { where: name, kind: "run", key: name, place: name, problem: name, cost_usd: 1, healed: false },
      ],
      runs_with_files: 1,
      damaged_files: [{ place: name, run_id: name, problem: name }],
    },
    suites: {
      schema_version: 1,
      suites: [{ suite_id: name, path: name, broken: false, title: name, models: [name] }],
    },
    suite: {
      schema_version: 1,
      suite_id: name,
      title: name,
      models: [{ model_id: name, model: name, label: name }],
      cases: [{ case_id: name, reason: name, agent_id: name }],
      left_out: [{ case_id: name, reason: name }],
    },
    validation: {
      schema_version: 1,
      ok: false,
      checked: { case: 1 },
      diagnostics: [{ severity: "error", file: name, field: name, message: name, suggestion: name }],
    },
  };
}

function campaignReport(name: string): ResultValues["campaign_report"] {
  const result = campaignResult([{ model_id: name, cases: { case: [[[5]]] } }], { passThreshold: 7 });
  const grounding = { items: 2, quoting: 1, grounded: 1, task_only: 0, places: { answer: 1 } };
  const trials = result.trials.map((trial) => ({
    ...trial,
    judge_reason: name,
    dimensions: Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, { score: 5, passed: null }])),
    judge_runs: trial.judge_runs.map((run) => ({
      ...run,
      iterations: run.iterations.map((iteration) => ({ ...iteration, grounding })),
    })),
  })) as typeof result.trials;
  return composeCampaignReport({ ...result, trials, calls: { made: 1, reused: 1 }, warnings: [name] });
}

function runReport(name: string): ResultValues["run_report"] {
  const spend = { cost_usd: 1, runs_without_cost: 1, prompt_tokens: 1, completion_tokens: 1 };
  const totals = {
    trials: 1,
    executed: 1,
    reused: 1,
    not_run: 1,
    statuses: { success: 0, failed: 1, timed_out: 0, invalid: 0, provider_error: 0 },
    new_spend: spend,
    reused_spend: spend,
  };
  return {
    schema_version: 1,
    kind: "run_report",
    suite_id: "suite",
    run_profile_id: "run",
    folder: "outputs/runs",
    ended: "store_error",
    message: name,
    warnings: [name],
    spending: { spent_usd: 1, max_cost_usd: null },
    totals,
    models: [{ model_id: name, model: name, offline: false, ...totals }],
    trials: [
      {
        model_id: name,
        case_id: "case",
        repetition: 1,
        run_id: "0",
        source: "executed",
        status: "failed",
        failure: name,
        duration_ms: 1,
        cost_usd: 1,
        notices: [name],
        record: null,
      },
    ],
  };
}

function comparison(name: string): ResultValues["comparison"]["comparison"] {
  const side = (label: string, score: number) => ({
    label,
    name: label,
    judging: [label],
    left_out: [{ model_id: name, case_id: name, repetition: 1, why: "gone" as const, reason: name }],
    as_stored: name,
    models: [name, `${name} again`].map((model_id) => ({
      model_id,
      label: model_id,
      scores: new Map([["case", [score]]]),
      passes: new Map([["case", [score > 6]]]),
    })),
  });
  const more = side(`${name} new`, 8);
  more.models.push({ ...more.models[0]!, model_id: "more" });
  const compared = compareCampaigns(side(`${name} old`, 5), more);
  if (!compared.ok) throw new Error(compared.problem);
  return compared.comparison;
}

function batchResult(name: string): ResultValues["batch_result"] {
  const unknown = { kind: "undefined" as const, reason: "there is only one" };
  const strata = [name, `${name} too`].map((stratum) => ({ stratum, population: 1, scored: 1, mean: unknown }));
  return {
    schema_version: 1,
    name: "one",
    title: name,
    measuring: {} as ResultValues["batch_result"]["measuring"],
    judges: [{ judge_id: "judge", model: name, endpoint: "", offline: false, repetitions: 1 }],
    scoring: { primary: name, direction: "maximize", minimum_improvement: 0 },
    sample: { population: 1, sampled: 1, seed: 1, strata: [] },
    scores: {
      scored: 1,
      unscored: 1,
      mean: unknown,
      weighted_mean: null,
      mean_without_ambiguous: unknown,
      weighted_mean_without_ambiguous: null,
      per_stratum: strata,
      distribution: [{ score: 1, items: 1 }],
      ambiguous: unknown,
      secondary: { [name]: { type: "string", values: [{ value: name, items: 1 }] } },
      agreement: unknown,
    },
    singletons: null,
    cost: {
      new_calls: 1,
      reused_calls: 1,
      new_cost_usd: 1,
      reused_cost_usd: 1,
      unpriced_calls: 1,
      max_total_cost_usd: 1,
    } as ResultValues["batch_result"]["cost"],
    stopped: name,
    broken_answers: [],
    warnings: [name],
    items: [],
  };
}

function experiment(name: string): ResultValues["batch_comparison"]["base"] {
  return { name, mean: 1, population: 1, unscored: 1, ambiguous_share: 1, false_negative_share: 1 };
}

function rubricSummary(name: string): ResultValues["rubric_summary"]["summary"] {
  const interval = { kind: "interval" as const, low: 0, high: 1, level: 0.95 };
  return {
    schema_version: 1,
    samples: 1,
    judgements: { verdicts: 1, invalid: 1, unanswered: 1 },
    offline: false,
    self_judged: 1,
    cost_usd: 1,
    unknown_roles: [],
    means: [
      {
        model: name,
        prompt_variant: name,
        eval_set_variant: name,
        dimension: "total",
        mean: { kind: "mean", mean: 1, standard_error: 1, interval, cases: 1, scores: 1 },
      },
    ] as ResultValues["rubric_summary"]["summary"]["means"],
    differences: [],
    self_naming: null,
    broken_answers: { count: 0, first: [] },
    judges: [],
    agreement_between_judges: [],
    failure_tags: { [name]: 1 },
  };
}

function doctorReport(name: string): ResultValues["doctor"] {
  const place = { path: name, writable: true, problem: null, free_bytes: 1 };
  return {
    schema_version: 1,
    kind: "doctor",
    ok: false,
    problems: [name],
    assay: "0.0.0",
    node: { version: "22.0.0", platform: "linux", processor: "x64" },
    sandbox: {
      setting: "auto",
      used: "bubblewrap",
      guarantees: [{ name: "memory", held: "partly", says: name, remedy: name }],
      tried: [{ name, problem: name }],
    },
    container_engines: [{ name, version: name, problem: null }],
    keys: [{ name, set: true, wanted_by: name }],
    store: place,
    temporary: { ...place, writable: false, problem: name },
  };
}
