import { type Proportion, type Undefined, wilsonInterval } from "../../../statistics/index.ts";
import type { SingletonVerdict } from "../judging/contract.ts";
import type { Opinion } from "../judging/judge-batches.ts";
import type { Measure } from "../measuring/measure.ts";
import type { ItemId } from "../sampling/experiment-output.ts";
import { type DrawnSample, idKey } from "../sampling/sample.ts";
import { foldJudges, groupById } from "./aggregate.ts";

export interface JudgedSingleton {
  item_id: ItemId;
  /** The majority of the judges; null unless every judge of the panel gave a valid verdict. */
  should_cluster: boolean | null;
  /** The cluster named most often by judges that would cluster it. */
  best_cluster_id: ItemId | null;
  confidence: number | null;
  opinions: Opinion<SingletonVerdict>[];
}

export interface SingletonScores {
  judged: number;
  unscored: number;
  /** Share of singletons that should have been clustered, which the experiment missed. */
  false_negatives: Proportion | Undefined;
  /** The same among those judged with confidence 4 or more. */
  confident_false_negatives: Proportion | Undefined;
}

/** Confidence from which a judge is sure. */
const SURE = 4;

export function judgeSingletons(
  sample: DrawnSample,
  opinions: Opinion<SingletonVerdict>[],
  { judges }: Pick<Measure, "judges">,
): JudgedSingleton[] {
  const panel = judges.map(({ judge_id }) => judge_id);
  const byItem = groupById(opinions);
  return sample.items.map(({ item }) => {
    const said = byItem.get(idKey(item.item_id)) ?? [];
    const share = foldJudges(said, panel, ({ should_cluster }) => Number(should_cluster));
    const shouldCluster = share === null ? null : share > 0.5;
    const named = said.flatMap((opinion) => (opinion.status === "scored" ? [opinion.verdict.best_cluster_id] : []));
    return {
      item_id: item.item_id,
      should_cluster: shouldCluster,
      best_cluster_id: shouldCluster ? mostNamed(named) : null,
      confidence: foldJudges(said, panel, ({ confidence }) => confidence),
      opinions: said,
    };
  });
}

export function aggregateSingletons(singletons: JudgedSingleton[]): SingletonScores {
  const judged = singletons.filter(({ should_cluster }) => should_cluster !== null);
  const sure = judged.filter(({ confidence }) => (confidence ?? 0) >= SURE);
  const missed = (some: JudgedSingleton[]) => some.filter(({ should_cluster }) => should_cluster).length;
  return {
    judged: judged.length,
    unscored: singletons.length - judged.length,
    false_negatives: wilsonInterval(missed(judged), judged.length),
    confident_false_negatives: wilsonInterval(missed(sure), sure.length),
  };
}

/** The most frequent id; of several, the one named first. */
function mostNamed(ids: (ItemId | null)[]): ItemId | null {
  const counts = new Map<string, number>();
  for (const id of ids) if (id !== null) counts.set(idKey(id), (counts.get(idKey(id)) ?? 0) + 1);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best ? (JSON.parse(best[0]) as ItemId) : null;
}
