import {
  type Aggregation,
  type CampaignListing,
  type CampaignName,
  type CampaignRecord,
  type EvaluationRecord,
  evaluationPlace,
  problemOfRecord,
} from "../../../records/index.ts";
import { listTrials, type Store } from "../../../store/index.ts";
import type { Packet } from "../packet/packet.ts";
import { readForeignPacket } from "../packet/read-packet.ts";
import { judgingFingerprint } from "../trial/evaluation-identity.ts";
import type { ExpectedJudge } from "./expected-judging.ts";

/**
 * Derives how a campaign stored by an older version was judged, from the majority of its evaluations and the judge calls sent. An
 * evaluation judged differently then differs from the rest.
 */
export function deriveJudging(
  store: Store,
  name: CampaignName,
  record: CampaignRecord,
  { sample_sizes }: CampaignListing,
) {
  const aggregations = new Votes<Aggregation>();
  const repetitions = new Map<string, Votes<number>>();
  const samples = new Map<string, Votes<number>>();
  const options = new Map<string, Record<string, unknown>>();
  let anchors: Packet["evaluation_target"]["anchors"];
  for (const { aggregation, result, prompt } of evaluationsOf(store, name)) {
    aggregations.add(aggregation);
    anchors ??= anchorsIn(store.text(prompt.user_sha256));
    for (const { judge_run_id, iterations } of result.judge_runs) {
      votesOf(repetitions, judge_run_id).add(iterations.length);
      const valid = iterations.filter(({ status }) => status === "verdict");
      const counted = valid.filter(({ aggregated }) => aggregated).length;
      if (counted < valid.length) votesOf(samples, judge_run_id).add(counted);
      for (const { call_id } of options.has(judge_run_id) ? [] : iterations) {
        const call = store.read("call", call_id)?.value;
        if (call && problemOfRecord("call", call) === null) options.set(judge_run_id, call.options);
      }
    }
  }
  const judges = record.judge_runs.map((judge): Omit<ExpectedJudge, "repetitionOffset"> => {
    const { judge_run_id } = judge;
    return {
      ...judge,
      options: options.get(judge_run_id) ?? null,
      isRedacted: false,
      repetitions: repetitions.get(judge_run_id)?.most() ?? 1,
      sample_size: sample_sizes[judge_run_id] ?? samples.get(judge_run_id)?.most() ?? null,
    };
  });
  const system_sha256 = record.judge_system_prompt_sha256;
  const named = {
    judges: judges.map((judge) => ({ ...judge, options: judge.options ?? {} })),
    system_sha256,
    anchors: anchors ?? [],
  };
  return {
    judges,
    aggregation: aggregations.most() ?? NO_AGGREGATION,
    anchors: named.anchors,
    max_characters: maxCharactersOf(named, name.evaluation_profile ?? ""),
  };
}

const NO_AGGREGATION: Aggregation = { method: "median", pass_threshold: null };

/** Read one at a time, because a campaign may have ten thousand. */
function* evaluationsOf(store: Store, name: CampaignName): Generator<EvaluationRecord> {
  for (const trial of listTrials(store, name)) {
    if (trial.evaluation === null) continue;
    const entry = store.at("evaluation", evaluationPlace(trial, name.evaluation_profile!));
    const record = entry && store.readEntry(entry);
    if (record && problemOfRecord("evaluation", record) === null) yield record;
  }
}

const DEFAULT_CHARACTERS = 60_000;
const ROUND = 500;
const LARGEST = 2_000_000;

/** Recovers the packet size, which is only in the profile's hash; people choose round numbers. */
function maxCharactersOf(
  named: Omit<Parameters<typeof judgingFingerprint>[0], "max_characters">,
  evaluationProfile: string,
): number {
  const fits = (max_characters: number) =>
    evaluationProfile.endsWith(`-${judgingFingerprint({ ...named, max_characters }).slice(0, 8)}`);
  if (fits(DEFAULT_CHARACTERS)) return DEFAULT_CHARACTERS;
  for (let characters = ROUND * 4; characters <= LARGEST; characters += ROUND) if (fits(characters)) return characters;
  return DEFAULT_CHARACTERS;
}

function anchorsIn(text: string | null): Packet["evaluation_target"]["anchors"] {
  const { packet } = readForeignPacket(text ?? "");
  return packet ? (packet.evaluation_target.anchors ?? []) : undefined;
}

class Votes<Value> {
  private readonly counts = new Map<string, number>();

  add(value: Value): void {
    const text = JSON.stringify(value);
    this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
  }

  /** The most frequent value, of several the first. */
  most(): Value | undefined {
    const [most] = [...this.counts].sort(([, one], [, other]) => other - one);
    return most && (JSON.parse(most[0]) as Value);
  }
}

function votesOf(all: Map<string, Votes<number>>, name: string): Votes<number> {
  const known = all.get(name) ?? new Votes<number>();
  all.set(name, known);
  return known;
}
