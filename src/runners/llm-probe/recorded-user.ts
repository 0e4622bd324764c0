import { type RecordedUser, sumUsage } from "../../records/index.ts";
import { sha256 } from "../../text/index.ts";
import type { UserSide } from "./dialogue-with-user.ts";

/** The user's side of a trial, for its record. */
export function recordedUser({ request, gateway, ended, turns, answers }: UserSide): RecordedUser {
  const { model, persona, goal, stop_when, system, options, timeout_seconds, retries, max_turns } = request;
  return {
    gateway: gateway.endpoint,
    model,
    offline: gateway.offline,
    persona,
    goal,
    ...(stop_when === undefined ? {} : { stop_when }),
    system_sha256: sha256(system),
    execution_parameters: { ...options, timeout_seconds, retries, max_turns },
    ended,
    turns,
    provider: answers.map(({ provider, model, finish_reason }) => ({ name: provider, model, finish_reason })),
    usage: sumUsage(answers.map(({ usage }) => usage)),
    raw_answers: answers.map(({ raw }) => raw),
  };
}
