// A program that asks functions of its own in the place of models or judges: `node ask-functions.mjs <library> <subjects|judges> <behaviour …>`.
// Each behaviour is one function; an honest one is beside them.
import { pathToFileURL } from "node:url";
import { BEHAVIOURS } from "./functions.mjs";

const [, , library, place, ...behaviours] = process.argv;
const DIMENSIONS = ["task", "process", "autonomy", "closeness", "efficiency", "spark"];

const honest = () => "It is 4.";
const honestJudge = () => {
  const dimensions = DIMENSIONS.map((name) => [name, { evidence: ['It says "4".'], score: 8 }]);
  return { summary: "Fine.", dimensions: Object.fromEntries(dimensions), overall: { score: 8, reason: "Worth 8." } };
};

const { run, runEval } = await import(pathToFileURL(library).href);
const hostile = Object.fromEntries(behaviours.map((name, at) => [`hostile_${at + 1}`, { answer: BEHAVIOURS[name] }]));
const options = { suite: "s", runProfile: "p" };
const warnings = [];
const onEvent = (event) => event.type === "warning" && warnings.push(event.message);
try {
  if (place === "subjects") {
    const subjects = { ...hostile, honest: { answer: honest } };
    const { ended } = await run({ ...options, subjects }, { onEvent });
    console.log(JSON.stringify({ ended }));
  } else {
    const judges = { ...hostile, honest: { answer: honestJudge } };
    const more = { evaluationProfile: "e", subjects: { honest: { answer: honest } }, judges };
    const { status, report } = await runEval({ ...options, ...more }, { onEvent });
    const runs = report?.trials.flatMap((trial) => trial.judge_runs) ?? [];
    console.log(JSON.stringify({ ended: status, runs: runs.map(toldOf) }).slice(0, 10_000_000));
  }
  console.error(warnings.join("\n").slice(0, 100_000));
} catch (error) {
  console.log(JSON.stringify({ ended: "threw", name: error?.name, message: String(error?.message).slice(0, 2000) }));
  process.exitCode = 2;
}

function toldOf({ judge_run_id, iterations }) {
  const [first] = iterations;
  return {
    judge_run_id,
    score: first?.final_score ?? first?.score ?? null,
    problem: String(first?.problem ?? "").slice(0, 1000),
    keys: Object.keys(first ?? {}),
  };
}
