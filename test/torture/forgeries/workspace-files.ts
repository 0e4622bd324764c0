/** The workspace whose campaigns are forged: small, and with something of everything that a report shows. */
export const WORKSPACE_FILES: Record<string, string> = {
  "configs/cases/sum/test.yaml": caseFile({
    id: "sum",
    asks: "What is 19 * 21? Answer with the number and one sentence that explains it.",
    hard: "{ text: States that the result is 399., weight: 2 }",
    checks: [
      '{ check_id: says-399, required: true, dimensions: [task], declarative: { kind: response_contains, text: "399" } }',
      "{ check_id: ended-well, declarative: { kind: status_is, status: success } }",
      '{ check_id: names-420, declarative: { kind: response_contains, text: "420" } }',
    ],
  }),
  "configs/cases/capital/test.yaml": caseFile({
    id: "capital",
    asks: "What is the capital of France? Answer in one word, in upper case.",
    hard: `{ text: 'Names "Paris".' }`,
    checks: ['{ check_id: is-paris, declarative: { kind: response_contains, text: "PARIS" } }'],
  }),
  "configs/cases/greeting/test.yaml": caseFile({
    id: "greeting",
    asks: 'Write the text "hello from assay" to greeting.txt, read the file back, and report its content.',
    hard: `{ text: 'greeting.txt holds exactly "hello from assay".' }`,
    checks: [
      "{ check_id: file-written, required: true, declarative: { kind: file_contains, path: greeting.txt, text: hello from assay } }",
      "{ check_id: two-calls, declarative: { kind: tool_call_count, count: 2 } }",
    ],
    context: "  context: { llm_probe: { tools: [write_file, read_file] } }\n",
  }),
  // Anything that looks like a key is removed from the run and its fingerprint.
  "configs/cases/handover/test.yaml": caseFile({
    id: "handover",
    asks: `Who owns the deploy job? Note: Dana Reyes owns the deploy job. Its token is ${"ghp_"}k3J9xQ2mZ7vB4nT8wL5cR1yH6pD0sFgAe4Uo. Answer from the note.`,
    hard: `{ text: 'Names "Dana Reyes".' }`,
    checks: ['{ check_id: names-dana, declarative: { kind: response_contains, text: "Dana" } }'],
  }),
  "configs/suites/panel.yaml": `schema_version: 1
suite_id: panel
title: Three subjects before a panel
models:
  - { model_id: alpha, label: Alpha, requested_model: offline/diligent }
  - { model_id: beta, label: Beta, requested_model: lab/quick }
  - { model_id: gamma, label: Gamma, requested_model: offline/erratic }
variants:
  - { variant_id: plain }
  - { variant_id: brief, system_prompt: Answer briefly. }
case_selection: { include_tags: [forged] }
`,
  // Its runs are those of the other campaign, and two of its subjects are one model.
  "configs/suites/again.yaml": `schema_version: 1
suite_id: again
title: The same subjects before a vote
models:
  - { model_id: alpha, label: Alpha, requested_model: offline/diligent }
  - { model_id: twin, label: Twin, requested_model: offline/diligent }
  - { model_id: beta, label: Beta, requested_model: lab/quick }
  - { model_id: gamma, label: Gamma, requested_model: offline/erratic }
case_selection: { include_tags: [forged] }
`,
  "configs/run_profiles/probe.yaml": `schema_version: 1
run_profile_id: probe
title: Every case twice
runner_defaults: { temperature: 0, timeout_seconds: 30, max_turns: 6, retries: 0 }
execution_policy: { max_concurrency: 1, run_repetitions: 2, stop_on_runner_error: false }
`,
  "configs/evaluation_profiles/panel.yaml": `schema_version: 1
evaluation_profile_id: panel
title: A strict judge, a lenient one, a careless one and one that is never sure
judges:
  - { judge_id: strict_judge, type: llm_probe, model: offline/judge-strict }
  - { judge_id: lenient_judge, type: llm_probe, model: offline/judge-lenient }
  - { judge_id: careless_judge, type: llm_probe, model: offline/judge-careless }
  - { judge_id: moody_judge, type: llm_probe, model: lab/judge, retries: 0, temperature: 1 }
judge_runs:
  - { judge_run_id: strict, judge_id: strict_judge, repetitions: 2 }
  - { judge_run_id: lenient, judge_id: lenient_judge }
  - { judge_run_id: careless, judge_id: careless_judge, repetitions: 4, sample_size: 2 }
  - { judge_run_id: moody, judge_id: moody_judge, repetitions: 3 }
aggregation: { method: median, pass_threshold: 6 }
`,
  "configs/evaluation_profiles/vote.yaml": `schema_version: 1
evaluation_profile_id: vote
title: Three judges who vote
judges:
  - { judge_id: even_judge, type: llm_probe, model: offline/judge }
  - { judge_id: strict_judge, type: llm_probe, model: offline/judge-strict }
  - { judge_id: moody_judge, type: llm_probe, model: lab/judge, retries: 0, temperature: 1 }
judge_runs:
  - { judge_run_id: even, judge_id: even_judge }
  - { judge_run_id: strict, judge_id: strict_judge }
  - { judge_run_id: moody, judge_id: moody_judge, repetitions: 3 }
aggregation: { method: majority_vote, pass_threshold: 6 }
`,
};

interface DescribedCase {
  id: string;
  asks: string;
  hard: string;
  checks: string[];
  context?: string;
}

function caseFile({ id, asks, hard, checks, context = "" }: DescribedCase): string {
  return `schema_version: 1
case_id: ${id}
title: The case ${id}
runner: { type: llm_probe }
input:
  messages: [{ role: user, content: ${JSON.stringify(asks)} }]
${context}expectations:
  hard_expectations: [${hard}]
  soft_expectations: [{ text: Is short., weight: 0.5 }]
deterministic_checks:
${checks.map((check) => `  - ${check}`).join("\n")}
tags: [forged]
`;
}

/** How many verdicts count, of judge runs whose profile says so. */
export const SAMPLE_SIZES = { careless: 2 };
