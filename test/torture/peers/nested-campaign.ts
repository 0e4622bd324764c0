import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { assay, cliPath } from "../../support/assay.ts";
import { startScriptedServer } from "../../support/scripted-server.ts";
import { openProtocol, PROTOCOL_WORDS, type Protocol, questionOf, resultsOf, VALID_SCORE } from "../protocols.ts";
import { ALL, type Attack, noteFinding, type Tried } from "./attack.ts";
import { JUDGE_ANSWERS, JUDGE_PROTOCOLS, MODEL_ANSWERS, modelScript } from "./nested-answers.ts";
import { NESTED_INPUTS } from "./nested-inputs.ts";
import { storedRuns } from "./stored-runs.ts";
import { makeMark, type WatchedResult, watchProcess } from "./watched-process.ts";

/** Something nested so deep that a function which calls itself for each level does not come back. */
export interface NestedAttack extends Attack {
  tryIt: (findings: Map<string, string[]>) => Promise<WatchedResult>;
}

const LEVELS = [3_000, 20_000, 200_000];
const KEY = "key-for-tests-0123456789";

export const NESTED_ATTACKS: NestedAttack[] = [
  ...Object.keys(NESTED_INPUTS).flatMap((name) => ofAllDepths(`input, ${name}`, "nested inputs", inputAttack(name))),
  ...Object.keys(MODEL_ANSWERS).flatMap((name) =>
    ofAllDepths(`model, ${name}`, "nested answers of models", modelAttack(name)),
  ),
  ...JUDGE_PROTOCOLS.flatMap((protocol) =>
    Object.keys(JUDGE_ANSWERS).flatMap((name) =>
      ofAllDepths(`judge, ${protocol}, ${name}`, "nested answers of judges", judgeAttack(protocol, name)),
    ),
  ),
];

type TryNested = (nested: string, note: (finding: string) => void) => Promise<WatchedResult>;

function ofAllDepths(name: string, kind: string, tryNested: TryNested): NestedAttack[] {
  return LEVELS.map((levels) => {
    const full = `nested ${name}, ${levels} levels`;
    const nested = "[".repeat(levels) + "]".repeat(levels);
    return {
      name: full,
      kind,
      tryIt: (findings) => tryNested(nested, (finding) => noteFinding(findings, full, finding)),
    };
  });
}

/** One at a time: each has a process of ours for itself. */
export async function tryNestedAttacks(attacks: readonly NestedAttack[]): Promise<Tried> {
  const findings = new Map<string, string[]>();
  let [peakMegabytes, seconds] = [0, 0];
  for (const { name, tryIt } of attacks) {
    const ran = await tryIt(findings);
    for (const finding of ran.findings) noteFinding(findings, attacks.length === 1 ? ALL : name, finding);
    peakMegabytes = Math.max(peakMegabytes, ran.peakMegabytes);
    seconds += ran.seconds;
  }
  return { findings, peakMegabytes, seconds };
}

function inputAttack(name: string): TryNested {
  const { files, words, before, named, neighbour } = NESTED_INPUTS[name]!;
  return (nested, note) =>
    inFolder(files(nested), async (cwd) => {
      if (before) await assay(before, { cwd, ownProcess: true });
      const ran = await watchProcess({ words: [cliPath, ...words], cwd, mark: makeMark() });
      const printed = `${ran.stdout}\n${ran.stderr}`;
      if (ran.code !== 0 && !named.test(printed)) note(`no sentence names it: ${printed.trim().slice(-300)}`);
      if ((ran.code === 0 || ran.code === 1) && neighbour && !holds(() => neighbour(cwd)))
        note(`what is beside it has no result: ${printed.trim().slice(-300)}`);
      return ran;
    });
}

function modelAttack(name: string): TryNested {
  return async (nested, note) => {
    const provider = await startScriptedServer(modelScript(MODEL_ANSWERS[name]!(nested)));
    const env = { OPENROUTER_BASE_URL: provider.baseUrl, OPENROUTER_API_KEY: KEY };
    try {
      return await inFolder(MODEL_WORKSPACE, async (cwd) => {
        const words = [cliPath, "run-eval", "--suite", "s", "--run-profile", "p", "--evaluation-profile", "e"];
        const ran = await watchProcess({ words, cwd, env, mark: makeMark() });
        const runs = storedRuns(cwd, "case");
        const [hostile, honest] = [runs.get("a"), runs.get("honest")];
        if (honest?.status !== "success") note(`the honest neighbour is ${honest?.status}: ${ran.stderr.slice(-300)}`);
        if (hostile === undefined) note(`its trial was not stored: ${ran.stderr.slice(-300)}`);
        else if (hostile.status !== "success" && !hostile.failure?.message) note("nothing says why it failed");
        return ran;
      });
    } finally {
      await provider.close();
    }
  };
}

function judgeAttack(protocol: Protocol, name: string): TryNested {
  return async (nested, note) => {
    const at = await openProtocol(protocol, {
      questions: 2,
      answer: (request, valid) => (questionOf(protocol, request) === 0 ? JUDGE_ANSWERS[name]!(nested, valid) : valid),
    });
    const env = { OPENROUTER_BASE_URL: at.provider.baseUrl, OPENROUTER_API_KEY: KEY };
    try {
      const words = [cliPath, ...PROTOCOL_WORDS[protocol], "--output", "json"];
      const ran = await watchProcess({ words, cwd: at.cwd, env, mark: makeMark() });
      let results: ReturnType<typeof resultsOf>;
      try {
        results = resultsOf(protocol, at.cwd, ran.stdout);
      } catch {
        note(`there is no result: ${ran.stderr.slice(-300)}`);
        return ran;
      }
      const [hostile, honest] = [results.get(0), results.get(1)];
      if (honest?.score !== VALID_SCORE[protocol]) note(`the honest neighbour has the score ${honest?.score}`);
      if (hostile === undefined) note("its result was not stored");
      else if (hostile.score === null && !hostile.problem) note("nothing says why it has no score");
      return ran;
    } finally {
      await at.close();
    }
  };
}

async function inFolder<Result>(
  files: Record<string, string>,
  work: (cwd: string) => Promise<Result>,
): Promise<Result> {
  const cwd = mkdtempSync(join(tmpdir(), "assay-test-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    }
    return await work(cwd);
  } finally {
    rmSync(cwd, { recursive: true, force: true, maxRetries: 10 });
  }
}

function holds(look: () => boolean): boolean {
  try {
    return look();
  } catch {
    return false;
  }
}

const json = (value: object) => JSON.stringify({ schema_version: 1, title: "Nested", ...value });
const caseOf = (id: string) =>
  json({
    case_id: id,
    runner: { type: "llm_probe" },
    input: {
      messages: [{ role: "user", content: `What is 2 + 2? (${id})` }],
      context: { llm_probe: { tools: ["write_file", "ask"] } },
    },
    expectations: { hard_expectations: [{ text: "It is 4." }] },
    deterministic_checks: [
      { check_id: "json", declarative: { kind: "response_json", schema: { type: "object", required: ["a"] } } },
      { check_id: "called", declarative: { kind: "tool_called", name: "ask", arguments: { a: 1 } } },
    ],
  });
const MODEL_WORKSPACE: Record<string, string> = {
  "configs/suites/s.yaml": json({ suite_id: "s", models: [{ model_id: "m", requested_model: "some/model" }] }),
  "configs/run_profiles/p.yaml": json({ run_profile_id: "p", runner_defaults: { retries: 0, timeout_seconds: 10 } }),
  "configs/evaluation_profiles/e.yaml": json({
    evaluation_profile_id: "e",
    judges: [{ judge_id: "main", type: "llm_probe", model: "offline/judge" }],
    judge_runs: [{ judge_run_id: "main", judge_id: "main" }],
  }),
  "configs/tools/ask.yaml": JSON.stringify({
    schema_version: 1,
    tool_id: "ask",
    description: "Asks.",
    parameters: { type: "object", properties: { a: {} } },
    answers: [{ arguments: { a: { b: 1 } }, answer: "x" }],
    default: { answer: "y" },
  }),
  "configs/cases/a/test.yaml": caseOf("a"),
  "configs/cases/honest/test.yaml": caseOf("honest"),
};
