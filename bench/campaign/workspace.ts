import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { JUDGE_MODEL, SUBJECT_MODEL } from "./stub.ts";

export const IN_FLIGHT = 64;
export const CASES = 10_000;

export interface BenchWorkspace {
  root: string;
  trials: number;
}

// Beside the project, where workspaces of users lie, and not in /tmp: ext4 steps around the inodes of files that were
// deleted in the last seconds, and where tests and compilers come and go that takes more time than all of ours. For the
// same reason nothing is deleted before the bench ends.
const parent = join(process.cwd(), ".cache", "bench-workspaces");

/** A suite of small cases with one model and one judge. The run profiles `p` and `warm` differ in temperature alone. */
export function benchWorkspace({ cases, repetitions = 1 }: { cases: number; repetitions?: number }): BenchWorkspace {
  const { root, write } = emptyWorkspace();
  // Different in every workspace, so that nothing remembered by content from an earlier one can help.
  const mark = basename(root);
  for (let number = 1; number <= cases; number += 1)
    write(`configs/cases/case_${number}/test.yaml`, caseText(number, mark));
  write("configs/suites/s.yaml", suiteText);
  write("configs/run_profiles/p.yaml", profileText("p", 0, repetitions));
  write("configs/run_profiles/warm.yaml", profileText("warm", 1, repetitions));
  write("configs/evaluation_profiles/e.yaml", evaluationText);
  return { root, trials: cases * repetitions };
}

/** A folder that goes with the bench, and how to write into it. */
export function emptyWorkspace(): { root: string; write(path: string, text: string): void } {
  mkdirSync(parent, { recursive: true });
  const root = mkdtempSync(join(parent, `${process.pid}-`));
  return {
    root,
    write(path, text) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
  };
}

/** Removes our workspaces and those of killed benches, which could not clean up. */
export function removeWorkspaces(): void {
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const pid = Number(name.split("-")[0]);
    if (pid === process.pid || !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const caseText = (number: number, mark: string) => `schema_version: 1
case_id: case_${number}
title: Question ${number}
runner:
  type: llm_probe
input:
  messages:
    - role: user
      content: Question ${number} (${mark}). Say in two or three sentences what the number ${number} is good for.
expectations:
  hard_expectations:
    - text: Says what the number ${number} is good for.
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
  - model_id: subject
    requested_model: ${SUBJECT_MODEL}
`;

const profileText = (id: string, temperature: number, repetitions: number) => `schema_version: 1
run_profile_id: ${id}
title: Bench
runner_defaults:
  temperature: ${temperature}
execution_policy:
  max_concurrency: ${IN_FLIGHT}
  run_repetitions: ${repetitions}
`;

const evaluationText = `schema_version: 1
evaluation_profile_id: e
title: Bench
judges:
  - judge_id: judge
    type: llm_probe
    model: ${JUDGE_MODEL}
judge_runs:
  - judge_run_id: judge_run
    judge_id: judge
aggregation:
  method: median
max_concurrency: ${IN_FLIGHT}
`;
