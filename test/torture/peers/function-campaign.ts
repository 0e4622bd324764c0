import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { projectRoot } from "../../support/project-root.ts";
import { ALL, noteFinding, type Tried } from "./attack.ts";
import type { FunctionAttack } from "./function-attacks.ts";
import { storedRuns } from "./stored-runs.ts";
import { PEERS } from "./tool-campaign.ts";
import { makeMark, watchProcess } from "./watched-process.ts";

const FUNCTION_SECONDS = 2;
const HONEST = "honest";
const HONEST_SCORE = 8;

/** Runs hostile functions of a program beside an honest one, in the place of models or of judges. */
export async function tryFunctionAttacks(attacks: readonly FunctionAttack[]): Promise<Tried> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-test-"));
  const { place } = attacks[0]!;
  try {
    for (const [path, value] of Object.entries(filesOf(attacks))) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), JSON.stringify({ schema_version: 1, title: "Functions", ...value }));
    }
    const library = join(projectRoot, "dist/index.js");
    const words = [join(PEERS, "ask-functions.mjs"), library, place, ...attacks.map(({ behaviour }) => behaviour)];
    const ran = await watchProcess({ words, cwd, mark: makeMark() });
    const findings = new Map<string, string[]>();
    for (const finding of ran.findings) noteFinding(findings, ALL, finding);
    const told: Told = readTold(ran.stdout);
    if (told.ended !== "done")
      noteFinding(findings, ALL, `the campaign: ${told.ended} ${told.name ?? ""} ${told.message ?? ""}`);
    const note = (at: number, finding: string | null) => {
      if (finding !== null) noteFinding(findings, at === -1 ? ALL : attacks[at]!.name, finding);
    };
    const look = place === "subjects" ? subjectFinding(cwd) : judgeFinding(told);
    note(-1, look(HONEST));
    for (const at of attacks.keys()) note(at, look(`hostile_${at + 1}`));
    return { findings, peakMegabytes: ran.peakMegabytes, seconds: ran.seconds };
  } finally {
    rmSync(cwd, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** The program's final output. */
interface Told {
  ended: string;
  name?: string;
  message?: string;
  runs?: { judge_run_id: string; score: number | null; problem: string }[];
}

function readTold(stdout: string): Told {
  try {
    return JSON.parse(stdout);
  } catch {
    return { ended: "it printed no result" };
  }
}

function subjectFinding(cwd: string): (id: string) => string | null {
  const runs = storedRuns(cwd, "model");
  return (id) => {
    const run = runs.get(id);
    if (run === undefined) return `the trial of ${id === HONEST ? "the honest neighbour" : "it"} was not stored`;
    const words = `${run.status}: ${run.failure?.message.slice(0, 200)}`;
    if (id === HONEST) return run.status === "success" ? null : `the honest neighbour is ${words}`;
    // A subject's own failure is reported as it is; its function's fault names the function.
    const isTold = run.status === "failed" ? run.failure?.message !== "" : run.failure?.message.includes(id);
    return run.status === "success" || isTold ? null : `no sentence names it: ${words}`;
  };
}

function judgeFinding({ runs = [] }: Told): (id: string) => string | null {
  return (id) => {
    const run = runs.find(({ judge_run_id }) => judge_run_id === id);
    if (run === undefined) return `${id === HONEST ? "the honest judge" : "it"} has no result`;
    if (id === HONEST) return run.score === HONEST_SCORE ? null : `the honest judge has the score ${run.score}`;
    if (run.score !== null) return `it has the score ${run.score}`;
    return run.problem === "" ? "nothing says why it has no score" : null;
  };
}

function filesOf(attacks: readonly FunctionAttack[]): Record<string, object> {
  const judges = [...attacks.keys()].map((at) => `hostile_${at + 1}`);
  return {
    "configs/suites/s.yaml": { suite_id: "s", models: [{ model_id: "m", requested_model: "offline/diligent" }] },
    "configs/run_profiles/p.yaml": {
      run_profile_id: "p",
      runner_defaults: { retries: 0, timeout_seconds: FUNCTION_SECONDS },
      execution_policy: { max_concurrency: 3 },
    },
    "configs/evaluation_profiles/e.yaml": {
      evaluation_profile_id: "e",
      judges: [...judges, HONEST].map((judge_id) => ({
        judge_id,
        type: "llm_probe",
        model: "offline/judge",
        timeout_seconds: FUNCTION_SECONDS,
        retries: 0,
        attempts: 1,
      })),
      judge_runs: [...judges, HONEST].map((judge_id) => ({ judge_run_id: judge_id, judge_id })),
    },
    "configs/cases/a/test.yaml": {
      case_id: "a",
      runner: { type: "llm_probe" },
      input: {
        messages: [{ role: "user", content: "What is 2 + 2?" }],
        context: { llm_probe: { tools: ["write_file"] } },
      },
      expectations: { hard_expectations: [{ text: "It is 4." }] },
    },
  };
}
