import { spawnSync } from "node:child_process";
import { emptyWorkspace } from "../campaign/workspace.ts";
import type { Build } from "../support/builds.ts";

const CASES = 5000;
const SUBJECTS = ["diligent", "hasty"];
export const TRIALS = CASES * SUBJECTS.length;

/**
 * A workspace with ten thousand judged trials in its store, with programs of Assay in place of models and judge, so that nothing
 * is awaited.
 */
export function judgedStore({ cli }: Build): string {
  const { root, write } = emptyWorkspace();
  for (let number = 1; number <= CASES; number += 1) {
    const id = `case_${String(number).padStart(5, "0")}`;
    write(`configs/cases/${id}/test.yaml`, caseText(id, number));
  }
  write("configs/suites/s.yaml", suiteText);
  write("configs/run_profiles/p.yaml", profileText);
  write("configs/evaluation_profiles/e.yaml", evaluationText);
  const words = ["run-eval", "--suite", "s", "--run-profile", "p", "--evaluation-profile", "e"];
  const quiet = ["--quiet", "--no-files", "--no-chart"];
  const { status } = spawnSync(process.execPath, [cli, ...words, ...quiet], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error(`assay run-eval ended with ${status}`);
  return root;
}

const caseText = (id: string, number: number) => `schema_version: 1
case_id: ${id}
title: Question ${number}
runner:
  type: llm_probe
input:
  messages:
    - role: user
      content: What is ${number} * 21? Answer with the number and one sentence that explains it.
expectations:
  hard_expectations:
    - text: States that the result is ${number * 21}.
deterministic_checks:
  - check_id: answered
    dimensions: [task]
    declarative:
      kind: final_response_present
`;

const suiteText = `schema_version: 1
suite_id: s
title: Bench
models:
${SUBJECTS.map((name) => `  - model_id: ${name}\n    requested_model: offline/${name}\n`).join("")}`;

const profileText = `schema_version: 1
run_profile_id: p
title: Bench
runner_defaults:
  temperature: 0
execution_policy:
  max_concurrency: 16
`;

const evaluationText = `schema_version: 1
evaluation_profile_id: e
title: Bench
judges:
  - judge_id: judge
    type: llm_probe
    model: offline/judge
judge_runs:
  - judge_run_id: judge_run
    judge_id: judge
aggregation:
  method: median
max_concurrency: 16
`;
