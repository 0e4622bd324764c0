import { rubric } from "../../judging/index.ts";
import { listRubrics, type Store } from "../../store/index.ts";
import { byName, type JudgedPacket, type JudgeVerdict, type PacketFilter } from "./judged-packet.ts";
import { meanScores } from "./mean-scores.ts";

/** The packets of samples that were judged by a rubric: one for each sample. What can't be read is said and passed over. */
export async function* rubricPackets(
  store: Store,
  filter: PacketFilter,
  onProblem: (problem: string) => void,
): AsyncGenerator<JudgedPacket> {
  for (const { name, folder } of byName(listRubrics(store.outputs), filter.rubric)) {
    try {
      yield* samplesOf(store, name, folder);
    } catch (error) {
      if (!(error instanceof rubric.StoredJudgementsError)) throw error;
      onProblem(error.message);
    }
  }
}

async function* samplesOf(store: Store, name: string, folder: string): AsyncGenerator<JudgedPacket> {
  const samples = new Map<number, rubric.Judgement[]>();
  for await (const judgement of rubric.ownJudgements(rubric.judgementsPath(folder))) {
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

function verdictOf({
  judge_run_id,
  judge_model,
  repetition,
  call_id,
  cost_usd,
  scores,
}: rubric.Judgement): JudgeVerdict {
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

function named(...parts: rubric.MetaValue[]): string {
  return parts.filter((part) => part !== null && part !== "").join("+");
}
