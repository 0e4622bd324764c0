import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EvaluationRecord, RunRecord, RunStatus } from "../../src/records/index.ts";
import { type Log, openStore, type Store } from "../../src/store/index.ts";
import { campaignResult } from "./campaign-result.ts";
import { temporaryFolder } from "./temporary.ts";

/** A run as small as the types allow. */
export function runRecord({
  status = "success" as RunStatus,
  output = "An answer.",
  files = null as string | null,
} = {}) {
  const record: RunRecord = {
    schema_version: 2,
    artifact: {
      schema_version: 1,
      identity: {
        run_id: "r",
        suite_id: "s",
        run_profile_id: "p",
        model_id: "m",
        case_id: "c",
        repetition: 1,
      },
      runner: "llm_probe",
      status,
      final_output: output,
      final_output_forced: false,
      failure: null,
      request: {
        gateway: "g",
        model: "x/m",
        offline: true,
        execution_parameters: {},
        messages: [],
        turns: [],
        tools: [],
        metadata: {},
      },
      provider: [],
      timing: { started_at: "", finished_at: "", duration_ms: 12, latency_ms: 10 },
      usage: null,
      trace: [],
      artifacts: [],
      runner_metadata: {},
    },
    fingerprint: "{}",
    files,
  };
  return record;
}

/** An evaluation of a run, with one judge's score. */
export function evaluationRecord(runId: string, score: number): EvaluationRecord {
  const [trial] = campaignResult([{ model_id: "m", cases: { c: [[[score]]] } }]).trials;
  return {
    schema_version: 2,
    prompt: { user_sha256: "u", system_sha256: "s" },
    checks: [],
    checks_settled: true,
    evaluation_profile_id: "e",
    aggregation: { method: "median", pass_threshold: null },
    judges: [{ judge_run_id: "r", judge_id: "j", model: "x/judge", offline: false }],
    result: { ...trial!, run_id: runId },
    evidence_places: [],
  };
}

export function appendRun(log: Log, key: string, place: string, value: RunRecord = runRecord()): void {
  log.append({ kind: "run", key, place, value });
}

/** A process that certainly is not there: no system gives out this number. */
export const DEAD_PID = 999_999_999;

/** The one segment of a store, by its path. */
export function segmentPath(outputs: string): string {
  const [name, ...more] = segmentFiles(outputs);
  if (name === undefined || more.length > 0) throw new Error(`expected one segment, found ${more.length + 1}`);
  return join(outputs, "log", name);
}

export function segmentFiles(outputs: string): string[] {
  return readdirSync(join(outputs, "log"))
    .filter((name) => name.endsWith(".jsonl"))
    .sort();
}

export function indexPath(outputs: string): string {
  return segmentPath(outputs).replace(/\.jsonl$/, ".index");
}

/** Makes the segment of a store look as if its writer had died: without its index, which belongs to the name. */
export function buryWriter(outputs: string): string {
  const path = segmentPath(outputs);
  const buried = path.replace(/-\d+-\d+-([0-9a-f]{8}\.jsonl)$/, `-${DEAD_PID}-1-$1`);
  renameSync(path, buried);
  rmSync(path.replace(/\.jsonl$/, ".index"), { force: true });
  return buried;
}

/** The same for all segments of a store, however many. */
export function buryWriters(outputs: string): void {
  for (const name of segmentFiles(outputs)) {
    const buried = name.replace(/-\d+-\d+-([0-9a-f]{8}\.jsonl)$/, `-${DEAD_PID}-1-$1`);
    renameSync(join(outputs, "log", name), join(outputs, "log", buried));
    rmSync(join(outputs, "log", name.replace(/\.jsonl$/, ".index")), { force: true });
  }
}

/** A naive reader's view of a log with nothing but JSON.parse: `kind key` → value, the later line winning. */
export function readLogNaively(outputs: string): Map<string, unknown> {
  const found = new Map<string, { at: number; value: unknown }>();
  for (const name of segmentFiles(outputs))
    for (const line of readFileSync(join(outputs, "log", name), "utf8")
      .split("\n")
      .filter(Boolean)) {
      const { kind, key, at, value } = JSON.parse(line) as { kind: string; key: string; at: number; value: unknown };
      const known = found.get(`${kind} ${key}`);
      if (!known || at >= known.at) found.set(`${kind} ${key}`, { at, value });
    }
  return new Map([...found].map(([name, { value }]) => [name, value]));
}

/** The same through the store: everything it lists, read. */
export function readLogWholly(log: Log): Map<string, unknown> {
  const kinds = ["run", "adoption", "checks", "call", "text", "evaluation", "campaign"] as const;
  const found = new Map<string, unknown>();
  for (const kind of kinds)
    for (const { key } of [...log.keys(kind)]) {
      const read = log.read(kind, key);
      if (read) found.set(`${kind} ${key}`, read.value);
    }
  return found;
}

export function changeFile(path: string, change: (bytes: Buffer) => Buffer): void {
  writeFileSync(path, change(readFileSync(path)));
}

/** A closed store of runs and texts, in turns; `outputs/`. */
export async function storeWith(records: number, prefix = ""): Promise<string> {
  const store: Store = openStore(temporaryFolder());
  for (let index = 0; index < records; index += 1) {
    const words = `An answer. ${prefix}${index}`;
    if (index % 2 === 1) store.append({ kind: "text", key: `t${index}`, value: words });
    else appendRun(store, `r${index}`, `s/p-1/m/c/${index}`, runRecord({ output: words }));
  }
  // The last record is a run, so that the last line is the same kind whatever the number.
  if (records % 2 === 0) appendRun(store, `r${records - 1}`, "s/p-1/m/c/0");
  await store.close();
  return store.outputs;
}
