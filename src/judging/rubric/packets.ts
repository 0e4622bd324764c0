import { listNamed, type Store } from "../../store/index.ts";
import { isRecord, jsonOrNull } from "../../text/index.ts";
import type { JudgedPacket, JudgeVerdict } from "../judged-packet.ts";
import { meanScores } from "../mean-scores.ts";
import { byName, shownText } from "../named-packets.ts";
import type { PacketReader, ShownSection } from "../protocol.ts";
import type { Judgement } from "./judging/judgement.ts";
import { rubric } from "./protocol.ts";
import { judgementsPath } from "./run-files.ts";
import type { MetaValue } from "./samples/sample.ts";
import { ownJudgements, StoredJudgementsError } from "./tables/own-ratings.ts";

/** Finds the packets of judged samples, one for each sample, and shows them. */
export const rubricPacketReader: PacketReader = {
  async *packets(store, filter, onProblem) {
    for (const { name, folder } of byName(listNamed(store.outputs, rubric), filter.rubric)) {
      try {
        for await (const packet of samplesOf(store, name, folder)) yield { packet };
      } catch (error) {
        if (!(error instanceof StoredJudgementsError)) throw error;
        onProblem(error.message);
      }
    }
  },
  // People stay blind, even if the judging revealed the labels of samples to its judges.
  sections(text) {
    const sample = jsonOrNull(text);
    return isRecord(sample) ? sectionsOfSample(sample) : null;
  },
  scaleOf(dimension, text) {
    const sample: unknown = JSON.parse(text);
    const found = isRecord(sample) ? dimensionsOf(sample.rubric).find(({ id }) => id === dimension) : undefined;
    if (found === undefined) return null;
    const scores = found.bands.map(({ score }) => score);
    return {
      low: Math.min(...scores),
      high: Math.max(...scores),
      bands: found.bands.map(({ score, criteria }) => ({ value: String(score), criteria })),
    };
  },
};

function sectionsOfSample({ question, model_output, rubric: scoredBy }: Record<string, unknown>): ShownSection[] {
  return [
    { title: "Question", text: shownText(question) },
    ...dimensionsOf(scoredBy).map(({ id, name, definition, bands }) => ({
      title: `Rubric: ${id}`,
      text: [`${name}: ${definition}`, ...bands.map(({ score, criteria }) => `  ${score}  ${criteria}`)].join("\n"),
    })),
    { title: "Answer", text: shownText(model_output) },
  ];
}

interface ShownDimension {
  id: string;
  name: string;
  definition: string;
  bands: { score: number; criteria: string }[];
}

function dimensionsOf(scoredBy: unknown): ShownDimension[] {
  const dimensions = isRecord(scoredBy) ? scoredBy.dimensions : null;
  return Array.isArray(dimensions) ? (dimensions as ShownDimension[]) : [];
}

async function* samplesOf(store: Store, name: string, folder: string): AsyncGenerator<JudgedPacket> {
  const samples = new Map<number, Judgement[]>();
  for await (const judgement of ownJudgements(judgementsPath(folder))) {
    const known = samples.get(judgement.sample) ?? [];
    samples.set(judgement.sample, known);
    known.push(judgement);
  }
  const seen = new Map<string, number>();
  for (const [sample, judgements] of [...samples].sort(([one], [other]) => one - other)) {
    const call = store.read("call", judgements[0]!.call_id);
    if (!call) continue;
    const { model, prompt_variant, eval_set_variant, question_id } = judgements[0]!.meta;
    const subject = named(model, prompt_variant);
    const case_id = named(eval_set_variant, question_id);
    const repetition = (seen.get(`${subject} ${case_id}`) ?? 0) + 1;
    seen.set(`${subject} ${case_id}`, repetition);
    const verdicts = judgements.filter(({ status }) => status === "verdict").map(verdictOf);
    yield {
      trial_id: `rubric/${name}/${sample}`,
      protocol: "rubric",
      campaign: `rubric/${name}`,
      case_id,
      subject,
      repetition,
      packet_sha256: call.value.prompt.user_sha256,
      score: null,
      passed: null,
      pass_threshold: null,
      dimensions: meanScores(verdicts),
      verdicts,
    };
  }
}

function verdictOf({ judge_run_id, judge_model, repetition, call_id, cost_usd, scores }: Judgement): JudgeVerdict {
  return {
    judge: judge_run_id,
    judge_id: judge_run_id,
    model: judge_model,
    repetition,
    call_id,
    cost_usd,
    scores: Object.fromEntries(Object.entries(scores).map(([id, { score }]) => [id, score])),
  };
}

function named(...parts: MetaValue[]): string {
  return parts.filter((part) => part !== null && part !== "").join("+");
}
