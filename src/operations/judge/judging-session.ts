import { relative } from "node:path";
import type { Ledger } from "../../campaign/index.ts";
import { divide, type Shard } from "../../config/index.ts";
import type { Gateways } from "../../gateway/index.ts";
import {
  type ForeseenCalls,
  type ForeseeOptions,
  foreseeCalls,
  type NamedProtocolName,
  openPanel,
  type Panel,
  type PanelQuestion,
  type ResolvedJudge,
} from "../../judging/index.ts";
import type { OpenPiece, ShardReport } from "../../report/index.ts";
import { namedFolder, type Store } from "../../store/index.ts";
import type { Redactor } from "../../text/index.ts";
import type { Controls } from "../controls.ts";
import { recordShard } from "../open/record-shard.ts";
import { withNameLock } from "../open/with-name-lock.ts";
import { withStore } from "../open/with-store.ts";
import { withWritableStore } from "../open/with-writable-store.ts";
import { openAskingPanel } from "./asking-panel.ts";

/** A judging under a name: who is asked, where results go, and how much it may cost. */
export interface JudgingSession {
  protocol: NamedProtocolName;
  name: string;
  /** Absolute path of outputs/. */
  outputs: string;
  gateways: Gateways;
  judges: readonly ResolvedJudge[];
  maxConcurrency: number;
  redact: Redactor;
  force?: boolean;
  /** Opens the account of the name, with the limit that holds for it. */
  openLedger(store: Store): Ledger;
}

/** A judging at work: its judges can be asked, and what they cost is counted. */
export interface OpenJudging {
  store: Store;
  panel: Panel;
  ledger: Ledger;
}

/** Judges into the folder of the name, which no other process uses meanwhile. Closes the gateways however it ends. */
export async function judgeUnderName<Result>(
  judging: JudgingSession,
  judge: (folder: string) => Promise<Result>,
): Promise<Result> {
  const { protocol, name, outputs, gateways } = judging;
  const folder = namedFolder(outputs, protocol, name);
  try {
    return await withWritableStore(outputs, gateways, () => withNameLock(folder, name, () => judge(folder)));
  } finally {
    await gateways.close();
  }
}

/** Opens store, account and panel for as long as judges are asked. */
export async function withPanel<Result>(
  judging: JudgingSession,
  controls: Controls,
  ask: (open: OpenJudging) => Promise<Result>,
): Promise<Result> {
  const { judges, redact, maxConcurrency, force } = judging;
  return await withStore(judging.outputs, controls.onEvent, async (store) => {
    const ledger = judging.openLedger(store);
    try {
      const panel = openAskingPanel({ judges, store, redact, maxConcurrency, ledger, force }, controls);
      return await ask({ store, panel, ledger });
    } finally {
      ledger.close();
    }
  });
}

/** Counts the calls that questions would take, without making one. */
export async function foreseeJudging<Answer>(
  { judges, redact, maxConcurrency, force, outputs }: JudgingSession,
  { onEvent }: Controls,
  questions: AsyncIterable<PanelQuestion<Answer>> | Iterable<PanelQuestion<Answer>>,
  isWhole?: ForeseeOptions<Answer>["isWhole"],
): Promise<ForeseenCalls> {
  return await withStore(outputs, onEvent, (store) =>
    foreseeCalls(openPanel({ judges, store, redact, maxConcurrency, ask: false }), questions, { force, isWhole }),
  );
}

/** The pieces that `--shard` divides, and how this machine's own are judged. */
export interface ShardedJudging {
  shard: Shard;
  unit: ShardReport["unit"];
  /** By what they say, so that every machine divides alike. */
  pieces: readonly { key: string }[];
  /** Judges the pieces at these positions. */
  judge(own: ReadonlySet<number>, open: OpenJudging): Promise<Pick<ShardReport, "done" | "open" | "stopped">>;
}

/**
 * Judges one part of the pieces. The answers are in the store, and no result is made of them: the same command without a shard finds every answer when the
 * stores of all parts are merged.
 */
export async function judgeShard(
  judging: JudgingSession,
  { shard, unit, pieces, judge }: ShardedJudging,
  controls: Controls,
): Promise<ShardReport> {
  const { protocol, name, outputs, gateways } = judging;
  const { shardOf, fingerprint } = divide(pieces, shard.of);
  const own = new Set(pieces.flatMap(({ key }, at) => (shardOf(key) === shard.part ? [at] : [])));
  return await withWritableStore(outputs, gateways, () =>
    withPanel(judging, controls, async (open) => {
      const judged = await judge(own, open);
      const report: ShardReport = {
        schema_version: 1,
        kind: "shard_report",
        whole: name,
        shard,
        unit,
        own: own.size,
        all: pieces.length,
        division: fingerprint,
        done: judged.done,
        open: judged.open satisfies OpenPiece[],
        spent_usd: open.ledger.spentUsd(),
        stopped: controls.noNewWork?.aborted ? "interrupted" : judged.stopped,
        next: ["assay store merge <outputs of every other shard>", "the same command without --shard"],
      };
      recordShard(open.store, relative(outputs, namedFolder(outputs, protocol, name)).replaceAll("\\", "/"), report);
      return report;
    }),
  );
}
