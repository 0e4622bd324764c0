import { join, resolve } from "node:path";
import { openAccount, openLedger } from "../../../campaign/index.ts";
import { findWorkspaceRoot, type Shard } from "../../../config/index.ts";
import { InputError, OptionError } from "../../../errors/index.ts";
import {
  askAboutItems,
  type ForeseenCalls,
  type ItemJudging,
  type ItemResult,
  judgesOfProfile,
  NAMED_PROTOCOLS,
  type NamedProtocolName,
  readItems,
  resolveJudges,
  scoredUnits,
} from "../../../judging/index.ts";
import type { ShardReport } from "../../../report/index.ts";
import { outputsFolder, type Store, writeJsonAtomic } from "../../../store/index.ts";
import { jsonOrNull, sha256, utf8Lines } from "../../../text/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../../controls.ts";
import { type FunctionModel, replaceJudges } from "../../open/functions/function-gateways.ts";
import { type InputSource, readInputBytes } from "../../open/input-bytes.ts";
import { openWorkspaceGateways } from "../../open/open-workspace-gateways.ts";
import { foreseeJudging, type JudgingSession, judgeShard, judgeUnderName, withPanel } from "../judging-session.ts";
import { openProfile, runName } from "../open-profile.ts";
import { refuseUnreachableJudges } from "../refuse-unreachable-judges.ts";

/** Which items to judge by which protocol, and by whom. Paths are relative to `cwd`. */
export interface JudgeItemsOptions extends Surroundings {
  protocol: NamedProtocolName;
  /** JSON Lines, an item a line. */
  items: InputSource;
  /** The judges: id or path of an evaluation profile … */
  evaluationProfile?: string;
  /** … or one model with everything at its default, asked `repetitions` times. */
  model?: string;
  repetitions?: number;
  /** Functions of the calling program as judges, by the `judge_id` they take the place of. */
  judges?: Record<string, FunctionModel>;
  /** Folder under outputs/<protocol>/; made from the name of the file when left out. */
  name?: string;
  /** Nothing more is asked when the judging under this name might cost more than this in all. */
  maxCostUsd?: number;
  /** Asks again even where an answer is stored. */
  force?: boolean;
}

const CALLS_AT_A_TIME = 4;

interface OpenedItems extends JudgingSession {
  judging: ItemJudging;
  resultFile: string;
  read: ReturnType<typeof readItems>;
}

/** Judges every item of a file alone, by a protocol that asks one question about each. The same call continues what was interrupted. */
export async function judgeItems(
  options: JudgeItemsOptions,
  controls: Controls = {},
): Promise<{ folder: string; result: ItemResult }> {
  const opened = await openItems(options, controls);
  return await judgeUnderName(opened, async (folder) => {
    const result = await withPanel(opened, controls, async ({ panel, ledger }): Promise<ItemResult> => {
      const items: ItemResult["items"] = [];
      plan(opened, opened.read.asked.length, controls);
      for await (const { entry } of judged(opened, opened.read.asked, panel, controls)) items.push(entry);
      const stopped = controls.noNewWork?.aborted ? "interrupted" : ledger.stopReason();
      return {
        schema_version: 1,
        protocol: opened.protocol,
        name: opened.name,
        stopped,
        judges: panel.judges.map(({ judge_run_id, model, repetitions }) => ({ judge_run_id, model, repetitions })),
        items,
        refused: opened.read.refused,
        sections: opened.judging.sections(scoredUnits(items)),
        spent_usd: ledger.totalUsd(),
      };
    });
    await writeJsonAtomic(join(folder, opened.resultFile), result);
    return { folder, result };
  });
}

/** Judges one part of the items, for a machine that shares the work with others. */
export async function judgeItemsShard(
  options: JudgeItemsOptions & { shard: Shard },
  controls: Controls = {},
): Promise<ShardReport> {
  const opened = await openItems(options, controls);
  const { asked } = opened.read;
  const pieces = asked.map(({ question }) => ({ key: sha256(question.user) }));
  try {
    return await judgeShard(
      opened,
      {
        shard: options.shard,
        unit: "item",
        pieces,
        async judge(own, { panel, ledger }) {
          plan(opened, own.size, controls);
          const open: ShardReport["open"] = [];
          const ownItems = asked.filter((_, at) => own.has(at));
          for await (const { entry } of judged(opened, ownItems, panel, controls))
            if (entry.failed.length > 0) open.push({ name: `item ${entry.id}`, reason: entry.failed[0]!.reason });
          return { done: own.size - open.length, open, stopped: ledger.stopReason() };
        },
      },
      controls,
    );
  } finally {
    await opened.gateways.close();
  }
}

/** Shows what `judgeItems` would ask. Asks no judge and leaves nothing behind. */
export async function previewItems(
  options: JudgeItemsOptions,
  controls: Controls = {},
): Promise<{ items: number; refused: number; foreseen: ForeseenCalls; first: { system: string; user: string } }> {
  const opened = await openItems(options, controls);
  try {
    const { asked, refused } = opened.read;
    const questions = asked.map(({ question }) => question);
    const foreseen = await foreseeJudging(opened, controls, questions);
    const { system, user } = questions[0]!;
    return { items: asked.length, refused: refused.length, foreseen, first: { system, user } };
  } finally {
    await opened.gateways.close();
  }
}

async function* judged(
  { judging }: OpenedItems,
  items: OpenedItems["read"]["asked"],
  panel: Parameters<typeof askAboutItems>[2],
  { onEvent }: Controls,
) {
  for await (const ended of askAboutItems(items, judging, panel)) {
    for (const { judge, reused, record } of ended.calls)
      onEvent?.({
        type: "item_judged",
        judge_run_id: judge.judge_run_id,
        item: ended.entry.id,
        valid: record.result.status === "verdict",
        reused,
        cost_usd: record.usage?.cost_usd ?? null,
      });
    yield ended;
  }
}

function plan({ judges }: OpenedItems, items: number, { onEvent }: Controls): void {
  onEvent?.({
    type: "samples_planned",
    judges: judges.map(({ judge_run_id, repetitions }) => ({ judge_run_id, judgements: items * repetitions })),
  });
}

async function openItems(options: JudgeItemsOptions, controls: Controls): Promise<OpenedItems> {
  const { cwd, env } = completeSurroundings(options);
  const { protocol, maxCostUsd = null, force } = options;
  const { items: command, resultFile } = NAMED_PROTOCOLS[protocol];
  if (!command) throw new OptionError(`${protocol} does not judge the items of a file`, "protocol");
  const judging = await command.judging();
  const root = (await findWorkspaceRoot(cwd)) ?? cwd;
  const name = runName(options.name, options.items);
  const { profile } = await openProfile(options, cwd, controls.onEvent);
  const named = judgesOfProfile({ ...profile, judges: replaceJudges(profile.judges, options.judges) });
  const { gateways, redactor } = await openWorkspaceGateways(root, env, options);
  try {
    refuseUnreachableJudges(named, gateways);
    const redact = redactor({ patterns: profile.security_policy.redact_secrets });
    const read = readItems(await entriesOf(options.items, cwd, controls), judging);
    if (read.asked.length === 0)
      throw new InputError(redact(`no item can be judged: ${read.refused[0]?.reason ?? "the input is empty"}`), {
        path: typeof options.items === "string" ? resolve(cwd, options.items) : null,
      });
    for (const { place, reason } of read.refused)
      controls.onEvent?.({ type: "note", message: redact(`entry ${place} was refused: ${reason}`) });
    return {
      ...{ protocol, name, outputs: outputsFolder(root), gateways, redact, force, judging, resultFile, read },
      judges: resolveJudges(named, gateways.forModel),
      maxConcurrency: profile.max_concurrency ?? CALLS_AT_A_TIME,
      openLedger: (store: Store) => openLedger({ maxCostUsd, account: openAccount(store, `${protocol}/${name}`) }),
    };
  } catch (error) {
    await gateways.close();
    throw error;
  }
}

async function entriesOf(source: InputSource, cwd: string, controls: Controls): Promise<unknown[]> {
  const entries: unknown[] = [];
  for await (const line of utf8Lines(readInputBytes(source, cwd, controls)))
    if ("problem" in line) entries.push(null);
    else if (line.text.trim() !== "") entries.push(jsonOrNull(line.text));
  return entries;
}
