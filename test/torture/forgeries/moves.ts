import type { CallRecord } from "../../../src/records/index.ts";
import { canonicalJson, sha256 } from "../../../src/text/index.ts";
import {
  addRecord,
  addText,
  copyOf,
  type Dossier,
  type ForgedTrial,
  fileCall,
  iterationsOf,
  kindOf,
  recordOf,
  removeRecords,
  trialsOf,
} from "./dossier.ts";
import { recount } from "./recount.ts";

/** Moves that many forgeries share. Each leaves every hash right and everything that follows from it counted again. */

/** Takes some judge runs out of a trial's panel. */
export function dropJudges(dossier: Dossier, { evaluation }: ForgedTrial, ...ids: string[]): void {
  const { value } = evaluation;
  value.result.judge_runs = value.result.judge_runs.filter(({ judge_run_id }) => !ids.includes(judge_run_id));
  value.judges = value.judges.filter(({ judge_run_id }) => !ids.includes(judge_run_id));
  recount(dossier, evaluation);
}

export function judgeRunOf({ evaluation }: ForgedTrial, id: string) {
  return evaluation.value.result.judge_runs.find(({ judge_run_id }) => judge_run_id === id)!;
}

/** Says that verdicts never came, and counts the rest. */
export function withoutVerdicts(
  dossier: Dossier,
  trial: ForgedTrial,
  judge: string,
  status: "not_asked" | "unanswered" | "invalid",
  isOut: (score: number, index: number) => boolean = () => true,
): void {
  const { iterations } = judgeRunOf(trial, judge);
  const out = iterations.filter(({ score }, index) => score !== null && isOut(score, index));
  for (const iteration of out) Object.assign(iteration, { status: "not_asked", problem: "no answer came in time" });
  const ids = out.map(({ repetition }) => repetition);
  recount(dossier, trial.evaluation);
  for (const iteration of judgeRunOf(trial, judge).iterations)
    if (ids.includes(iteration.repetition)) Object.assign(iteration, { status });
}

/** Puts one trial in the place of another: its run is adopted there, and its evaluation copied. */
export function takeOver(dossier: Dossier, from: ForgedTrial, into: ForgedTrial): void {
  const { suite_id } = dossier.campaign;
  const { run_profile_id, variant } = into.run.value.artifact.identity;
  const own = { model_id: into.model, case_id: into.case, repetition: into.repetition };
  const called = { ...own, ...(variant && { variant }) };
  const isNeeded = kindOf(dossier.records, "adoption").some(({ key }) => key === into.occupant.key);
  if (into.occupant.kind === "adoption" || !isNeeded) removeRecords(dossier, [into.occupant]);
  addRecord(dossier, {
    kind: "adoption",
    key: from.run.key,
    place: into.occupant.place,
    value: { schema_version: 2, identity: { run_id: from.run.key, suite_id, run_profile_id, ...called } },
  });
  into.evaluation.value = copyOf(from.evaluation.value);
  Object.assign(into.evaluation.value.result, own);
}

/** Exchanges what two trials came to, their runs and evaluations with them. */
export function exchange(one: ForgedTrial, other: ForgedTrial): void {
  const [first, second] = [copyOf(one), copyOf(other)];
  moveInto(one, first, second);
  moveInto(other, second, first);
}

/** Puts the records of a trial at the place of another, and calls them after that. */
function moveInto(place: ForgedTrial, wasThere: ForgedTrial, { occupant, evaluation }: ForgedTrial): void {
  const own = { model_id: wasThere.model, case_id: wasThere.case, repetition: wasThere.repetition };
  const { variant } = wasThere.run.value.artifact.identity;
  Object.assign(place.occupant, { key: occupant.key, kind: occupant.kind, value: copyOf(occupant.value) });
  const { value } = place.occupant;
  Object.assign("artifact" in value ? value.artifact.identity : value.identity, own, variant && { variant });
  place.evaluation.value = copyOf(evaluation.value);
  Object.assign(place.evaluation.value.result, own);
}

/** A trial that is gone, as if it had never been run. */
export function forgetTrial(dossier: Dossier, { occupant, evaluation }: ForgedTrial): void {
  removeRecords(dossier, [occupant, evaluation]);
}

/** Shows another packet to all judges of a trial, whose answers stay as they are. */
export function showOtherPacket(
  dossier: Dossier,
  { evaluation }: ForgedTrial,
  // biome-ignore lint/suspicious/noExplicitAny: any part of a packet may be changed
  change: (packet: any) => void,
): void {
  const { prompt } = evaluation.value;
  const packet = JSON.parse(recordOf(dossier, "text", prompt.user_sha256).value);
  change(packet);
  prompt.user_sha256 = addText(dossier, JSON.stringify(packet));
  refileCalls(dossier, evaluation);
}

/** Gives all judges of a trial other rules. */
export function giveOtherRules(dossier: Dossier, { evaluation }: ForgedTrial, change: (rules: string) => string): void {
  const { prompt } = evaluation.value;
  prompt.system_sha256 = addText(dossier, change(recordOf(dossier, "text", prompt.system_sha256).value));
  refileCalls(dossier, evaluation);
}

function refileCalls(dossier: Dossier, evaluation: ForgedTrial["evaluation"]): void {
  const { prompt } = evaluation.value;
  for (const iteration of iterationsOf(evaluation.value)) {
    const { value } = recordOf(dossier, "call", iteration.call_id);
    iteration.call_id = fileCall(dossier, { ...value, prompt: { ...prompt } });
  }
  recount(dossier, evaluation);
}

/** Changes the calls of one judge in a trial, and files them under the identity that they have then. */
export function changeCalls(
  dossier: Dossier,
  trial: ForgedTrial,
  judge: string,
  change: (call: CallRecord) => void,
  { refile = false }: { refile?: boolean } = {},
): void {
  for (const iteration of judgeRunOf(trial, judge).iterations) {
    const call = recordOf(dossier, "call", iteration.call_id);
    if (refile) {
      const value = copyOf(call.value);
      change(value);
      iteration.call_id = fileCall(dossier, value);
    } else change(call.value);
  }
  recountWhereUsed(dossier, trial);
}

/** A call that is shared changes every trial that names it. */
function recountWhereUsed(dossier: Dossier, trial: ForgedTrial): void {
  const ids = new Set(iterationsOf(trial.evaluation.value).map(({ call_id }) => call_id));
  for (const { evaluation } of trialsOf(dossier))
    if (iterationsOf(evaluation.value).some(({ call_id }) => ids.has(call_id))) recount(dossier, evaluation);
}

/** Changes what a run says it was given, and files it under the hash of that. */
export function changeFingerprint(
  run: ForgedTrial["run"],
  // biome-ignore lint/suspicious/noExplicitAny: any part of it may be changed
  change: (given: any) => void,
): void {
  const given = JSON.parse(run.value.fingerprint);
  change(given);
  run.value.fingerprint = canonicalJson(given);
}

/** Changes the outcome of a check, in words too. */
export function setCheck(trial: ForgedTrial, id: string, outcome: "passed" | "failed"): void {
  for (const check of trial.evaluation.value.checks)
    if (check.check_id === id) Object.assign(check, { outcome, message: `It ${outcome}.` });
}

/** Every evaluation that there is of a subject. */
export function trialsOfModel(dossier: Dossier, model: string): ForgedTrial[] {
  return trialsOf(dossier).filter((trial) => trial.model === model);
}

export function trialsOfCase(dossier: Dossier, id: string): ForgedTrial[] {
  return trialsOf(dossier).filter((trial) => trial.case === id);
}

/** A key that no record has. */
export function freshKey(words: string): string {
  return sha256(`forged ${words}`);
}

/** Changes the listing of the campaign's cases and samples, a text of its own. */
export function changeListing(
  dossier: Dossier,
  // biome-ignore lint/suspicious/noExplicitAny: any part of it may be changed
  change: (listing: any) => void,
): void {
  for (const campaign of kindOf(dossier.records, "campaign")) {
    if (campaign.value.suite_id !== dossier.campaign.suite_id) continue;
    const listing = JSON.parse(recordOf(dossier, "text", campaign.value.listing_sha256!).value);
    change(listing);
    campaign.value.listing_sha256 = addText(dossier, JSON.stringify(listing));
  }
}
