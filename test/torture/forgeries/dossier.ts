import type { CampaignName, EvaluationRecord, RecordKind, RecordValues } from "../../../src/records/index.ts";
import { canonicalHash, sha256 } from "../../../src/text/index.ts";
import type { LogRecord } from "./log-surgery.ts";

/** Everything that a store, or a packed file, has about one campaign, for forging. */
export interface Dossier {
  campaign: CampaignName;
  records: LogRecord[];
  /** All other files, by path below the workspace or the packed folder. */
  files: Map<string, Buffer>;
}

/** A trial of the campaign, with the records that are about it. */
export interface ForgedTrial {
  model: string;
  case: string;
  repetition: number;
  /** The record that assigns a run to this trial: the run itself, or its adoption. */
  occupant: LogRecord<"run" | "adoption">;
  run: LogRecord<"run">;
  evaluation: LogRecord<"evaluation">;
}

/** Every trial, by model, case and repetition. */
export function trialsOf({ campaign, records }: Dossier): ForgedTrial[] {
  const { suite_id, run_profile, evaluation_profile } = campaign;
  const prefix = `${suite_id}/${run_profile}/`;
  const runs = new Map(kindOf(records, "run").map((run) => [run.key, run]));
  const evaluations = new Map(kindOf(records, "evaluation").map((record) => [record.place, record]));
  return records
    .flatMap((occupant) => {
      if ((occupant.kind !== "run" && occupant.kind !== "adoption") || !occupant.place?.startsWith(prefix)) return [];
      const trial = occupant.place.slice(prefix.length);
      const [model = "", id = "", repetition] = trial.split("/");
      const evaluation = evaluations.get(`${prefix}${evaluation_profile}/${trial}`);
      const run = runs.get(occupant.key);
      return run && evaluation ? [{ model, case: id, repetition: Number(repetition), occupant, run, evaluation }] : [];
    })
    .sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

function nameOf(trial: Pick<ForgedTrial, "model" | "case" | "repetition">): string {
  return `${trial.model}/${trial.case}/${trial.repetition}`;
}

/** The trial that a name such as `gamma+plain/sum/2` means; a corpus that names none that exists is wrong. */
export function trialAt(dossier: Dossier, name: string): ForgedTrial {
  const found = trialsOf(dossier).find((trial) => nameOf(trial) === name);
  if (!found) throw new Error(`there is no trial ${name}; there are ${trialsOf(dossier).map(nameOf).join(", ")}`);
  return found;
}

export function kindOf<Kind extends RecordKind>(records: readonly LogRecord[], kind: Kind): LogRecord<Kind>[] {
  return records.filter((record) => record.kind === kind) as LogRecord<Kind>[];
}

export function recordOf<Kind extends RecordKind>({ records }: Dossier, kind: Kind, key: string): LogRecord<Kind> {
  const found = kindOf(records, kind).findLast((record) => record.key === key);
  if (!found) throw new Error(`there is no ${kind} ${key}`);
  return found;
}

/** The record of the campaign as a whole. */
export function campaignRecordOf(dossier: Dossier): LogRecord<"campaign"> {
  const { suite_id, run_profile, evaluation_profile } = dossier.campaign;
  return recordOf(dossier, "campaign", `${suite_id}/${run_profile}/${evaluation_profile}`);
}

export function removeRecords(dossier: Dossier, unwanted: readonly LogRecord[]): void {
  const set = new Set(unwanted);
  dossier.records = dossier.records.filter((record) => !set.has(record));
}

/** Writes a further record where another one is, later than all others. */
export function addRecord<Kind extends RecordKind>(
  dossier: Dossier,
  { kind, key, place, value }: { kind: Kind; key: string; place: string | null; value: RecordValues[Kind] },
): LogRecord<Kind> {
  const last = dossier.records.at(-1)!;
  const at = Math.max(...dossier.records.map((record) => record.at)) + 1;
  const record = { kind, key, at, place, value, segment: last.segment } as LogRecord<Kind>;
  dossier.records.push(record as LogRecord);
  return record;
}

/** Keeps a text under its hash. */
export function addText(dossier: Dossier, text: string): string {
  const key = sha256(text);
  if (!kindOf(dossier.records, "text").some((record) => record.key === key))
    addRecord(dossier, { kind: "text", key, place: null, value: text });
  return key;
}

/** A copy, so that one record can be changed without its twin. */
export function copyOf<Value>(value: Value): Value {
  return structuredClone(value);
}

/** Files a judge call under the identity that its content has now. */
export function fileCall(dossier: Dossier, call: RecordValues["call"]): string {
  const { endpoint, model, options, repetition, prompt } = call;
  const key = canonicalHash({ fingerprint_version: 2, endpoint, model, options, repetition, ...prompt });
  addRecord(dossier, { kind: "call", key, place: null, value: { ...copyOf(call), call_id: key } });
  return key;
}

/** Files a run under the identity that its fingerprint has now, wherever it is named. */
export function refileRun(dossier: Dossier, run: LogRecord<"run">): void {
  const [before, after] = [run.key, sha256(run.value.fingerprint)];
  run.value.artifact.identity.run_id = after;
  for (const record of dossier.records) {
    if ((record.kind === "run" || record.kind === "adoption") && record.key === before) record.key = after;
    if (record.kind === "adoption" && record.key === after) record.value.identity.run_id = after;
    if (record.kind === "evaluation" && record.value.result.run_id === before) record.value.result.run_id = after;
  }
}

/** All iterations of an evaluation, one after the other. */
export function iterationsOf({ result }: Pick<EvaluationRecord, "result">) {
  return result.judge_runs.flatMap(({ iterations }) => iterations);
}
