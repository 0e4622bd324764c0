import type { EvaluationProfile, GatewayConfig, JudgeConfig } from "../../config/index.ts";
import type { Gateway } from "../../gateway/index.ts";
import type { JudgeRecord, Verdict } from "../../records/index.ts";
import type { CallStore } from "../../store/index.ts";
import { canonicalJson } from "../../text/index.ts";
import { askJudge, callIdentity, type JudgeQuestion } from "../ask-judge.ts";
import { type CostLimit, createCostLimit } from "../cost-limit.ts";
import type { BuiltPacket } from "./packet/build-packet.ts";
import { verdictContract } from "./verdict-contract.ts";

/** One judge run of a profile, resolved: who is asked what, how often, and where. */
export interface PanelJudge {
  judge_run_id: string;
  judge_id: string;
  repetitions: number;
  sample_size: number | null;
  model: string;
  options: Record<string, unknown>;
  gateway: Gateway;
  attempts: number;
  timeoutSeconds: number;
  retries: number;
  /**
   * Added to the repetition in the identity of a call. Two judge runs that ask the same judge must not share answers, or a panel
   * would agree with itself.
   */
  repetitionOffset: number;
}

export interface PanelCall {
  judge: PanelJudge;
  /** Within the judge run, counted from 1. */
  repetition: number;
  record: JudgeRecord<Verdict>;
  reused: boolean;
  /** True when nothing is stored and nobody was asked: only stored answers were wanted, or the cost limit was reached. */
  notAsked: boolean;
}

/** The way to the judges, shared by all trials of a command. */
export interface Panel {
  judges: PanelJudge[];
  /** All calls about one packet, in the order of judge runs and repetitions. What is stored in `calls` is not asked again. */
  ask(packet: BuiltPacket, calls: CallStore): Promise<PanelCall[]>;
}

export interface PanelOptions {
  judges: PanelJudge[];
  systemPrompt: string;
  /** Runs at most so many calls at a time. */
  limit: <T>(call: () => Promise<T>) => Promise<T>;
  /** False: take what is stored and ask nobody. */
  ask: boolean;
  costLimit?: CostLimit;
  force?: boolean;
  /** True once the user wants to stop: nothing new is asked then. */
  interrupted?: () => boolean;
  signal?: AbortSignal;
}

export function openPanel(options: PanelOptions): Panel {
  const { judges, systemPrompt, limit, ask, force = false, interrupted = () => false, signal } = options;
  const costLimit = options.costLimit ?? createCostLimit(null);
  const guards = new Map(judges.map((judge) => [judge, costLimit.guard(judge.gateway)]));
  const inFlight = new Map<string, Promise<JudgeRecord<Verdict>>>();
  /** With `force`, what this command has asked already is not asked a second time. */
  const askedAgain = new Set<string>();
  /** Judges that no later call can reach (a refused key, an unknown model), and why. */
  const unreachable = new Map<string, string>();

  async function askOnce(judge: PanelJudge, question: JudgeQuestion, callId: string, { contract, calls }: Asking) {
    const { attempts, timeoutSeconds, retries } = judge;
    const { gateway, mayAsk: mayPay } = guards.get(judge)!;
    const afresh = force && ask && !askedAgain.has(callId);
    askedAgain.add(callId);
    const who = canonicalJson([gateway.endpoint, judge.model]);
    const characters = question.system.length + question.user.length;
    const mayAsk = async () => {
      if (!ask) return NOT_ASKED;
      if (interrupted()) return "interrupted before it was asked";
      return unreachable.get(who) ?? ((await mayPay(characters)) || costLimit.stopReason()!);
    };
    const asked = await askJudge(question, contract, {
      gateway,
      calls,
      attempts,
      timeoutSeconds,
      retries,
      force: afresh,
      signal,
      mayAsk,
    });
    const { result } = asked.record;
    if (result.status === "unanswered" && result.permanent && !result.interrupted)
      unreachable.set(who, `not asked, because an earlier call was refused: ${result.message}`);
    return asked;
  }

  /** Two trials can have the same packet; the same question is then asked once, even when both come at the same time. */
  async function askShared(judge: PanelJudge, repetition: number, packet: BuiltPacket, asking: Asking) {
    const question: JudgeQuestion = {
      system: systemPrompt,
      user: packet.text,
      model: judge.model,
      options: judge.options,
      repetition: repetition + judge.repetitionOffset,
    };
    const callId = callIdentity(question, judge.gateway.endpoint);
    const known = inFlight.get(callId);
    if (known) return { record: await known, reused: true };
    const asked = limit(() => askOnce(judge, question, callId, asking));
    inFlight.set(
      callId,
      asked.then(({ record }) => record),
    );
    try {
      return await asked;
    } finally {
      // Later trials find it in the store; a campaign's records would not fit into memory.
      inFlight.delete(callId);
    }
  }

  return {
    judges,
    ask: async (packet, calls) => {
      const asking = { contract: verdictContract(packet.text), calls };
      const questions = judges.flatMap((judge) =>
        Array.from({ length: judge.repetitions }, (_, index) => ({ judge, repetition: index + 1 })),
      );
      return await Promise.all(
        questions.map(async ({ judge, repetition }): Promise<PanelCall> => {
          const { record, reused } = await askShared(judge, repetition, packet, asking);
          const { result, attempts } = record;
          const notAsked =
            result.status === "unanswered" &&
            attempts.length === 0 &&
            [NOT_ASKED, costLimit.stopReason()].includes(result.message);
          return { judge, repetition, record, reused, notAsked };
        }),
      );
    },
  };
}

/** What all calls about one packet share. */
interface Asking {
  contract: ReturnType<typeof verdictContract>;
  calls: CallStore;
}

const NOT_ASKED = "not asked yet";

/** Resolves a profile's judge runs. Extra fields of a judge and its `request_options` both reach the request. */
export function panelJudges(
  { judges, judge_runs }: EvaluationProfile,
  forModel: (model: string, config?: GatewayConfig) => Gateway,
): PanelJudge[] {
  const asked = new Map<string, number>();
  return judge_runs.map(({ judge_run_id, judge_id, repetitions, sample_size }) => {
    const judge = judges.find((declared) => declared.judge_id === judge_id);
    if (!judge) throw new Error(`judge run ${judge_run_id} names the judge ${judge_id}, which is not declared`);
    const model = judge.model ?? judge_id;
    const gateway = forModel(model, judge.gateway);
    const options = judgeOptions(judge);
    const same = canonicalJson([gateway.endpoint, model, options]);
    const repetitionOffset = asked.get(same) ?? 0;
    asked.set(same, repetitionOffset + repetitions);
    const { attempts, timeout_seconds: timeoutSeconds, retries } = judge;
    const plan = { judge_run_id, judge_id, repetitions, sample_size, model, options, gateway };
    return { ...plan, attempts, timeoutSeconds, retries, repetitionOffset };
  });
}

function judgeOptions(judge: JudgeConfig): Record<string, unknown> {
  const { judge_id, type, model, gateway, timeout_seconds, retries, attempts, request_options, ...extras } = judge;
  return { ...extras, ...request_options };
}
