import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { callIdentity } from "../../src/judging/index.ts";
import { compactRecord, expandRecord, type RecordKind } from "../../src/records/index.ts";
import { writeLine } from "../../src/store/log/line.ts";
import { sha256 } from "../../src/text/index.ts";
import type { AnyRecord } from "./support.ts";

/** All records of a store in memory, to be forged by an expert on the format, and written back with matching hashes. */
export class ForgedStore {
  records: AnyRecord[];

  constructor(private readonly folder: string) {
    this.records = segmentsIn(folder).flatMap((name) =>
      readFileSync(name, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as AnyRecord)
        .map((record) => ({ ...record, value: expanded(record.kind, record.value) })),
    );
  }

  of(kind: string): AnyRecord[] {
    return this.records.filter((record) => record.kind === kind);
  }

  /** The evaluation of a trial, by the first that fits. */
  evaluation(model: string, case_id = "", repetition = 1): AnyRecord {
    return this.of("evaluation").find(
      ({ value: { result } }) =>
        result.model_id === model && result.case_id.startsWith(case_id) && result.repetition === repetition,
    )!;
  }

  run({ value }: AnyRecord): AnyRecord {
    return this.of("run").find(({ key }) => key === value.result.run_id)!;
  }

  call(call_id: string): AnyRecord {
    return this.of("call").find(({ key }) => key === call_id)!;
  }

  text(key: string): AnyRecord {
    return this.of("text").find((record) => record.key === key)!;
  }

  remove(...gone: (AnyRecord | undefined)[]): void {
    this.records = this.records.filter((record) => !gone.includes(record));
  }

  add(record: AnyRecord): AnyRecord {
    this.records.push(record);
    return record;
  }

  /** Sends the judges of a trial another packet: a new text, and calls with the same answers under new identities. */
  changePacket(evaluation: AnyRecord, change: (packet: AnyPacket) => void): void {
    const { prompt } = evaluation.value;
    const packet = JSON.parse(this.text(prompt.user_sha256).value);
    change(packet);
    const text = JSON.stringify(packet);
    const user_sha256 = sha256(text);
    this.add({ ...this.text(prompt.user_sha256), key: user_sha256, value: text });
    evaluation.value.prompt = { ...prompt, user_sha256 };
    for (const { iterations } of evaluation.value.result.judge_runs)
      for (const iteration of iterations)
        iteration.call_id = this.renameCall(iteration.call_id, { prompt: evaluation.value.prompt });
  }

  /** The same answers to another question, under the identity of that. */
  renameCall(call_id: string, changes: object): string {
    const call = this.call(call_id);
    const value = { ...structuredClone(call.value), ...changes };
    const { model, options, repetition, endpoint, prompt: hashes } = value;
    value.call_id = callIdentity({ system: "", user: "", model, options, repetition, hashes }, endpoint);
    if (!this.call(value.call_id)) this.add({ ...call, key: value.call_id, value });
    return value.call_id;
  }

  /** Changes what is kept about the whole campaign, and names it by its hash again. */
  changeListing(change: (listing: AnyPacket) => void): void {
    for (const { value } of this.of("campaign")) {
      const text = this.text(value.listing_sha256);
      const listing = JSON.parse(text.value);
      change(listing);
      const changed = JSON.stringify(listing);
      value.listing_sha256 = sha256(changed);
      this.remove(text);
      this.add({ ...text, key: value.listing_sha256, value: changed });
    }
  }

  write(): string {
    const [first, ...others] = segmentsIn(this.folder);
    for (const name of readdirSync(join(this.folder, "outputs/log")))
      if (name.endsWith(".index")) rmSync(join(this.folder, "outputs/log", name));
    for (const name of others) rmSync(name);
    const lines = this.records.map(({ kind, key, at, place, value }) => {
      const text = JSON.stringify(compacted(kind, value));
      return Buffer.from(writeLine({ kind: kind as RecordKind, key, at, place }, text).bytes);
    });
    writeFileSync(first!, Buffer.concat(lines));
    return this.folder;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: packets and listings, to be forged at any place
type AnyPacket = any;

/** Invalid values are left unchanged. */
function expanded(kind: string, value: AnyPacket): unknown {
  try {
    return expandRecord(kind as RecordKind, value);
  } catch {
    return value;
  }
}

/** The same on the way back. */
function compacted(kind: string, value: AnyPacket): unknown {
  try {
    return compactRecord(kind as RecordKind, value);
  } catch {
    return value;
  }
}

function segmentsIn(folder: string): string[] {
  const log = join(folder, "outputs/log");
  return readdirSync(log)
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(log, name));
}
