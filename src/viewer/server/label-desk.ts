import { dirname } from "node:path";
import { namedJudging, type PacketFilter } from "../../judging/index.ts";
import {
  type Adjudication,
  type LabelSession,
  openSharedLabelling,
  type SharedLabelling,
} from "../../operations/index.ts";
import { canonicalHash } from "../../text/index.ts";
import type { LabelDeskState, LabelQueueName, LabelReply, LabelRequest } from "../wire/index.ts";

/** Labelling in a browser. Each annotator has a queue, and each answer is on disk before the next packet is shown. */
export interface LabelDesk {
  answer(request: LabelRequest): Promise<LabelReply>;
  close(): Promise<void>;
}

type Session = LabelSession | Adjudication;

export function openLabelDesk(outputs: string): LabelDesk {
  const where = { cwd: dirname(outputs), store: outputs };
  const sessions = new Map<string, Promise<Session>>();
  let shared: Promise<SharedLabelling> | null = null;
  const labelling = () => (shared ??= openSharedLabelling());
  /** Requests run in turn, as two tabs of one annotator share a queue. */
  let turn: Promise<unknown> = Promise.resolve();

  async function opened(name: LabelQueueName): Promise<Session> {
    const { annotator, settles = false, plan, campaign, question } = name;
    const { adjudicate, label } = await labelling();
    const options = { ...where, ...partsOfCampaign(campaign), annotator };
    if (settles) return await adjudicate(options);
    return await label({
      ...options,
      plan: plan ?? (campaign === undefined ? undefined : null),
      questions: question === undefined ? undefined : [question],
    });
  }

  function sessionOf(name: LabelQueueName): Promise<Session> {
    const key = keyOf(name);
    const known = sessions.get(key);
    if (known) return known;
    const session = opened(name);
    sessions.set(key, session);
    session.catch(() => sessions.delete(key));
    return session;
  }

  /** Reopens a finished queue if packets were added. */
  async function openAgain(name: LabelQueueName): Promise<Session> {
    const session = await sessionOf(name);
    if (session.current() !== null) return session;
    await session.close();
    sessions.delete(keyOf(name));
    return await sessionOf(name);
  }

  async function reply(request: LabelRequest): Promise<LabelReply> {
    if (request.action === "choices") return { ok: true, choices: await (await labelling()).choices(where) };
    const session = request.action === "open" ? await openAgain(request) : await sessionOf(request);
    if ((request.action === "answer" || request.action === "skip") && request.id !== idOf(session))
      return { ok: false, problem: "Another tab has gone on; this is what is asked now.", state: stateOf(session) };
    if (request.action === "skip") session.skip();
    if (request.action === "undo" && !(await session.undo()))
      return { ok: false, problem: "There is nothing to undo.", state: stateOf(session) };
    if (request.action === "answer") {
      const { value, quote, note } = request;
      const refused = await session.answer({ value, ...(quote && { quote }), ...(note && { note }) });
      if (refused) return { ok: false, problem: refused.problem, state: stateOf(session) };
    }
    return { ok: true, state: stateOf(session) };
  }

  return {
    answer(request) {
      const answered = turn.then(() => reply(request)).catch(problemOf);
      turn = answered;
      return answered;
    },
    async close() {
      for (const session of sessions.values()) await session.then(({ close }) => close()).catch(() => {});
      await (await shared)?.close();
    },
  };
}

function keyOf({ annotator, settles = false, plan, campaign, question }: LabelQueueName): string {
  return JSON.stringify([annotator, settles, plan, campaign, question]);
}

function problemOf(error: unknown): LabelReply {
  // Errors of ours and of the system have a code; one without is a bug.
  if (!(error instanceof Error && "code" in error)) throw error;
  return { ok: false, problem: error.message };
}

function stateOf(session: Session): LabelDeskState {
  const task = session.current();
  const { done, total } = session.progress();
  return {
    done,
    total,
    plan: session.plan,
    task: task && {
      id: idOf(session)!,
      shared: task.shared,
      shown: task.shown,
      asked: task.asked,
      opinions: "opinions" in session ? session.opinions() : null,
    },
    problems: [...session.problems],
  };
}

/** Hash of packet and question, which reveals nothing about the subject. */
function idOf(session: Session): string | null {
  const entry = session.entry();
  return entry && canonicalHash([entry.packet.packet_sha256, entry.question]);
}

function partsOfCampaign(campaign: string | undefined): PacketFilter {
  if (campaign === undefined) return {};
  const named = namedJudging(campaign);
  if (named) return { [named.protocol]: named.name };
  const [suite, runProfile, evaluationProfile] = campaign.split("/");
  return { suite, runProfile, evaluationProfile };
}
