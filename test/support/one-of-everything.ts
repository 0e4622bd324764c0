import { composeCalibration } from "../../src/calibration/index.ts";
import { DIMENSIONS } from "../../src/records/index.ts";
import { composeCampaignReport } from "../../src/report/campaign/campaign-report.ts";
import { compareCampaigns } from "../../src/report/compare/compare-campaigns.ts";
import type { ResultValues } from "../../src/report/formats/index.ts";
import { campaignResult } from "./campaign-result.ts";

const SIZE = { files: 2, bytes: 3000 };

function shardsOf(whole: string) {
  return { whole, of: 3, done: [1], unfinished: [2], missing: [3], divided_alike: false };
}

const undefinedResult = { kind: "undefined" as const, reason: "too few" };

/** A result of every kind in which everything there is is there once; `name` is what others wrote: models, judges, users. */
export function oneOfEverything(name = "one"): ResultValues {
  const rubricReport = { folder: "outputs/rubric/one", summary: rubricSummary(name) };
  return {
    campaign_report: campaignReport(name),
    run_report: runReport(name),
    item_result: {
      schema_version: 1,
      protocol: "one",
      name,
      stopped: name,
      judges: [{ judge_run_id: name, model: name, repetitions: 1 }],
      items: [
        {
          id: name,
          packet_sha256: "0".repeat(64),
          verdicts: [],
          failed: [{ judge: name, repetition: 1, reason: name }],
        },
      ],
      refused: [{ place: 1, reason: name }],
      sections: [{ id: "one", title: name, table: { head: [name], rows: [[name]] }, lines: [name] }],
      spent_usd: 0,
    },
    store_merge: { schema_version: 1, kind: "store_merge", segments: 1, artifacts: 1, shards: [shardsOf(name)] },
    store_overview: {
      schema_version: 1,
      kind: "store_overview",
      sizes: { log: SIZE, artifacts: SIZE, reading: SIZE, rubric: SIZE, batch: SIZE, cache: SIZE, total: SIZE },
      records: { run: { records: 2, bytes: 3000 } },
      superseded: { records: 1, bytes: 2000 },
      campaigns: [
        {
          suite_id: name,
          run_profile: name,
          trials: 2,
          evaluations: [{ evaluation_profile: name, trials: 1 }],
          bytes: 3000,
          last_written: MOMENT,
        },
      ],
      rubrics: [{ name, bytes: 1, last_written: MOMENT }],
      batches: [{ name, bytes: 1, last_written: MOMENT }],
      labels: 1,
      shards: [shardsOf(name)],
      last_written: MOMENT,
    },
    store_pruning: {
      schema_version: 1,
      kind: "store_pruning",
      done: false,
      records: { run: 1 },
      bytes: { records: 1, files: 1 },
      campaigns: [name],
      named: [name],
      labelled_packets: 1,
    },
    shard_report: {
      schema_version: 1,
      kind: "shard_report",
      whole: name,
      shard: { part: 2, of: 8 },
      unit: "trial",
      own: 2,
      all: 16,
      division: HASH,
      done: 1,
      open: [{ name, reason: name }],
      spent_usd: 0.5,
      stopped: name,
      next: [name],
    },
    label_status: {
      schema_version: 1,
      kind: "label_status",
      labels: 2,
      packets: 1,
      annotators: [{ annotator: name, labels: 1, stale: 1 }],
      questions: [{ question: name, labels: 1, packets: 1, drawn: 1, by_hand: 1, stale: 1 }],
      purposes: { measure: 1, tune: 1 },
      stale: [{ packet_sha256: HASH, question: name, annotator: name, value: name, labelled_at: MOMENT }],
      disagreements: [{ packet_sha256: HASH, question: name, values: [name, 1.5, true] }],
      settled: 1,
      mixed_purposes: [HASH],
      plans: [{ plan: "plan", question: name, packets: 1, stale: 1, labelled: { [name]: 1 } }],
      only_in_store: 2,
      problems: [name],
    },
    label_listing: {
      schema_version: 1,
      kind: "label_listing",
      labels: [
        {
          format: "assay.label/1",
          packet_sha256: HASH,
          question: { kind: "band", dimension: name },
          question_name: `band:${name}`,
          annotator: name,
          value: name,
          note: name,
          purpose: "measure",
          labelled_at: MOMENT,
          stale: true,
        },
      ],
    },
    label_plan: { plan: labelPlan(name), file: "labels/plans/plan.json", before: 1 },
    label_import: {
      schema_version: 1,
      kind: "label_import",
      imported: 1,
      unchanged: 1,
      refused: [{ line: 2, problem: name }],
    },
    calibration: calibration(name),
    gold_check: {
      schema_version: 1,
      kind: "gold_check",
      question: name,
      against: name,
      packets: 40,
      unanswered: 1,
      before: 1.5,
      now: 1.25,
      gain: 0.25,
      interval: { kind: "interval", low: 0.1, high: 0.4, level: 0.95, rough: "few" },
      verdict: "better",
      reason: "the judges are nearer to the labels than before",
    },
    pair_calibration: {
      schema_version: 1,
      kind: "pair_calibration",
      pairs: 3,
      labelled: 2,
      unanswered: 1,
      accuracy: undefinedResult,
      kappa: undefinedResult,
      position: { both_orders: 2, consistent: undefinedResult, first_preferred: undefinedResult },
      win_rates: [{ first: name, second: name, pairs: 2, judge_alone: 0.5, corrected: undefinedResult }],
      not_corrected: name,
    },
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
    gate: {
      schema_version: 1,
      kind: "gate",
      campaign: name,
      answer: "regressed",
      passed: false,
      reason: name,
      margin: 0.5,
      strict: false,
      cases_needed: null,
      subjects: [],
      fails_now: [caseOutcome(name)],
      passes_now: [caseOutcome(name)],
      flaky: [caseOutcome(name)],
      comparison: comparison(name),
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
    workers: workersListing(name),
    import_report: importReport(name),
    trial_listing: {
      schema_version: 1,
      kind: "trial_listing",
      campaign: name,
      of: 1,
      filters: [`--text ${name}`],
      trials: [
        {
          trial: name,
          model_id: name,
          case_id: name,
          repetition: 1,
          status: "failed",
          state: "unscored",
          score: null,
          passed: false,
          failed: "it did not pass",
          checks_passed: 0,
          checks_total: 1,
          checks_not_passed: [name],
          verdicts_disagree: true,
          duration_ms: 1,
          run_cost_usd: 1,
          judging_cost_usd: 1,
          failure: name,
          run_id: HASH,
        },
      ],
      widen: [{ without: name, trials: 1 }],
    },
    shown_trial: {
      schema_version: 1,
      kind: "trial",
      name,
      of: name,
      headline: name,
      passed: false,
      facts: [["model", name]],
      question: [{ role: name, content: name }],
      answer: `1 trial. ${name}`,
      quotes: [{ start: 0, end: 7 }],
      tools: [{ tool: name, arguments: name, status: "error", result: name }],
      checks: [{ check_id: name, kind: name, dimensions: [], required: true, outcome: "failed", message: name }],
      verdicts: [
        {
          judge: name,
          repetition: 1,
          status: "invalid",
          score: null,
          dimensions: { [name]: 1 },
          summary: name,
          reason: name,
          problem: name,
          evidence: [{ dimension: name, text: name, state: "not_found", quotes: [1], places: [name], missing: [name] }],
        },
      ],
      files: [{ path: name, type: name, bytes: 1 }],
      folder: name,
      warnings: [name],
      next: [{ title: "again", command: name }],
    },
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
    verification: {
      schema_version: 1,
      kind: "verification",
      campaign: name,
      versions: { packed_by: name, verified_by: name },
      trials: 1,
      judged: 1,
      same: 1,
      answers: 1,
      checks_repeated: 1,
      checks_not_repeated: name,
      differences: [{ trial: name, what: name, stored: name, found: name }],
      missing: [{ trial: name, what: name }],
      verified_against: {
        from: "record",
        judges: [{ judge_run_id: name, model: name, repetitions: 1, sample_size: null }],
        aggregation: { method: "median", pass_threshold: 7 },
        planned_trials: 1,
      },
      not_proved: [{ what: name, why: name, count: 1 }],
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

function workersListing(name: string): ResultValues["workers"] {
  return {
    schema_version: 1,
    kind: "workers",
    redis: "redis://127.0.0.1:6379/0",
    workers: [
      {
        worker_id: name,
        host: name,
        pid: 1,
        version: name,
        concurrency: 1,
        capabilities: { sandbox: name, engines: [name], images: [name] },
        seconds: 1,
        jobs: [{ id: name, what: name, seconds: 1 }],
        declines: [{ what: name, why: name, seconds: 1 }],
        is_leaving: true,
      },
    ],
  };
}

const HASH = "0".repeat(64);
const MOMENT = "2026-11-16T09:30:00.000Z";

function labelPlan(name: string): ResultValues["label_plan"]["plan"] {
  return {
    format: "assay.label-plan/1",
    plan: "plan",
    campaign: name,
    question: name,
    purpose: "measure",
    seed: 1,
    budget: 1,
    population: { trials: 2, packets: 2, units: 1 },
    unit_of: "case",
    strata: [{ stratum: "s1", description: name, units: 1, packets: 2, drawn: 1, probability: 1, members: [name] }],
    packets: [{ packet_sha256: HASH, unit: name, stratum: "s1", probability: 1 }],
    promise: { half_width: 0.5, deviation: 1, from_labels: 1 },
  };
}

function caseOutcome(name: string) {
  return { model_id: name, case_id: name, base: { passed: 1, of: 2 }, candidate: { passed: 0, of: 2 } };
}

/** A campaign with one drawn and two further subjects, labelled by three annotators. */
function calibration(name: string): ResultValues["calibration"] {
  const packets = Array.from({ length: 60 }, (_, index) => ({
    trial_id: `${name}/${index % 2 === 0 ? name : "other"}/c${index >> 1}/1`,
    protocol: "campaign" as const,
    campaign: name,
    case_id: `c${index >> 1}`,
    subject: index % 2 === 0 ? name : "other",
    repetition: 1,
    packet_sha256: index.toString(16).padStart(64, "0"),
    score: index % 10,
    passed: index % 10 >= 6,
    pass_threshold: 6,
    dimensions: { overall: index % 10 },
    verdicts: [
      {
        judge: name,
        judge_id: name,
        model: name,
        repetition: 1,
        call_id: "call",
        cost_usd: 0.01,
        scores: { overall: index % 10 },
      },
    ],
  }));
  const draw = { plan: "plan", probability: 0.8, stratum: "s1" };
  const label = (packet_sha256: string, annotator: string, value: number) => ({
    format: "assay.label/1" as const,
    packet_sha256,
    question: { kind: "score" as const, dimension: "overall" },
    annotator,
    value,
    purpose: "measure" as const,
    draw,
    labelled_at: MOMENT,
  });
  const labels = packets
    .slice(0, 48)
    .flatMap(({ packet_sha256 }, index) => [
      label(packet_sha256, name, index % 9),
      label(packet_sha256, "ben", index % 8),
    ]);
  const [first, second] = packets.map(({ packet_sha256 }) => packet_sha256) as [string, string];
  const preference = {
    ...label(first, name, 0),
    question: { kind: "preference" as const, other_packet_sha256: second },
    value: "other",
  };
  const strata = [
    { stratum: "s1", description: name, units: 60, packets: 60, drawn: 48, probability: 0.8, members: [] },
  ];
  const plan = {
    format: "assay.label-plan/1" as const,
    plan: "plan",
    campaign: name,
    question: "score:overall",
    purpose: "measure" as const,
    seed: 1,
    budget: 48,
    population: { trials: 60, packets: 60, units: 60 },
    unit_of: "packet" as const,
    strata,
    packets: [],
  };
  return composeCalibration({ packets, labels: [...labels, preference], plans: [plan], textOf: () => "{}" });
}

function importReport(name: string): ResultValues["import_report"] {
  return {
    schema_version: 1,
    kind: "import_report",
    made_by: name,
    from: name,
    into: name,
    files: [name],
    counts: { cases: 1, tests: 1, models: 1, variants: 1, not_translated: 1 },
    entries: [
      { outcome: "not_translated", what: name, reason: name, count: 2, places: [name] },
      { outcome: "note", what: name, reason: name, count: 1, places: [name] },
      { outcome: "translated", what: name, became: name, count: 1, places: [name] },
    ],
    validation: { ok: true, errors: 0, warnings: 1 },
    environment: [name],
    next: [name],
  };
}
