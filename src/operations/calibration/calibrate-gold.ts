import { dirname } from "node:path";
import { type GoldCheck, goldCheck, goldSet } from "../../calibration/index.ts";
import { openLedger, temporaryAccount } from "../../campaign/index.ts";
import { findWorkspaceRoot } from "../../config/index.ts";
import { CostLimitError, NothingStoredError, NotReadyError } from "../../errors/index.ts";
import { judgeAgain, judgeProblems, namedOption, type PacketFilter, resolveJudges } from "../../judging/index.ts";
import {
  askAbout,
  type OpenedPackets,
  openPackets,
  readLabels,
  readPlans,
  readQuestionKind,
} from "../../labels/index.ts";
import { openStore, outputsFolder } from "../../store/index.ts";
import { type Controls, completeSurroundings, type Surroundings } from "../controls.ts";
import { announceWaitOnce } from "../open/announce-wait-once.ts";
import type { FunctionModel } from "../open/functions/function-gateways.ts";
import { openWorkspaceGateways } from "../open/open-workspace-gateways.ts";
import { withWritableStore } from "../open/with-writable-store.ts";
import { chooseGoldJudges } from "./gold-judges.ts";

/**
 * Labelled packets to judge again: trials of a suite, or what a protocol judged under a name. `evaluationProfile` is the id or path of the
 * profile with the judges, unless a spec names them. The profile that ran the trials makes no difference here.
 */
export interface GoldOptions extends Surroundings, PacketFilter {
  /** Names the judges for protocols without evaluation profiles. */
  spec?: string;
  /** Evaluation profile of the stored verdicts to compare with; defaults to that of the labelled campaign. */
  against?: string;
  /** Functions of the calling program as judges, by the `judge_id` they replace. */
  judges?: Record<string, FunctionModel>;
  /** Stops asking judges before new calls might cost more than this. */
  maxCostUsd?: number;
}

/**
 * Has a profile's judges judge the labelled packets again, and compares them with the stored verdicts: `same`, `better`, `worse` or
 * `inconclusive`. Asks every judge about every labelled packet, even if answers are stored.
 *
 * @example
 * const profile = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
 * const checked = await calibrateGold(profile).catch((error) => error.message);
 * console.log(checked.verdict ?? checked);
 */
export async function calibrateGold(options: GoldOptions, controls: Controls = {}): Promise<GoldCheck> {
  const gold = await chooseGoldJudges(options, controls);
  const { cwd, env } = completeSurroundings(options);
  const outputs = outputsFolder((await findWorkspaceRoot(cwd)) ?? cwd);
  const { gateways, redactor } = await openWorkspaceGateways(dirname(outputs), env, options);
  const store = openStore(outputs);
  try {
    const problems = judgeProblems(gold.judges, gateways.problem);
    if (problems.length > 0) throw new NotReadyError(problems);
    const opened = await openPackets(store, gold.filter);
    const { packets, textOf } = opened;
    const { labels } = await readLabels(dirname(outputs));
    const found = goldSet(packets, labels, (await readPlans(dirname(outputs))).plans);
    if (found === null)
      throw new NothingStoredError(
        "there is no gold set: nothing of this that was judged has labels to measure by. `assay label plan` draws what to label",
        { campaign: options.suite ?? namedOption(options) ?? null },
      );
    const readable = found.packets.flatMap((packet) => {
      const text = textOf(packet.packet_sha256);
      return text === null ? [] : [{ packet, text, question: gold.ask(packet.trials[0]!, text) }];
    });
    const ledger = openLedger({ maxCostUsd: options.maxCostUsd ?? null, account: temporaryAccount() });
    const again = await withWritableStore(outputs, gateways, () =>
      judgeAgain(
        readable.map(({ question }) => question),
        {
          judges: resolveJudges(gold.judges, gateways.forModel),
          store,
          redact: redactor({ patterns: gold.redactSecrets }),
          maxConcurrency: gold.maxConcurrency,
          ledger,
          noNewWork: controls.noNewWork,
          signal: controls.signal,
          onWait: announceWaitOnce(controls.onEvent),
        },
      ),
    );
    await store.flush();
    const stopped = ledger.stopReason();
    if (stopped !== null)
      throw new CostLimitError(`the gold set was not judged to the end: ${stopped}`, {
        maxCostUsd: options.maxCostUsd ?? null,
      });
    return goldCheck(
      found.question,
      found.campaign,
      readable.map(({ packet }, index) => ({
        packet: packet.trials[0]!,
        label: packet.label,
        now: again[index]!.verdicts,
      })),
      scaleOf(found.question.name, readable[0], opened),
    );
  } finally {
    await store.close();
    await gateways.close();
  }
}

/** Returns the scale of the labelled packet, or that of a campaign if it names none. */
function scaleOf(
  question: string,
  one: { packet: { trials: Parameters<typeof askAbout>[1][] }; text: string } | undefined,
  opened: OpenedPackets,
): { low: number; high: number } | undefined {
  const asked = one && askAbout(readQuestionKind(question)!, one.packet.trials[0]!, one.text, opened);
  if (asked === undefined || "problem" in asked || asked.low === null || asked.high === null) return undefined;
  return { low: asked.low, high: asked.high };
}
