import type { ClaimLine } from "./claim-queues.ts";
import { joinClaims, type Membership } from "./membership.ts";

/** Questions that are asked or awaited through one opened store. */
export interface ClaimsState {
  /** Path of the claims file; null for a store that no other process can see. */
  path: string | null;
  /** Reads what other processes have stored. */
  refresh: () => void;
  joining: Promise<Membership> | null;
  member: Membership | null;
  /** Questions asked through this store, with callbacks for when they are done. */
  mine: Map<string, (() => void)[]>;
  waiting: Set<ClaimWaiter>;
  poll: NodeJS.Timeout | null;
  /** True if a release was not written because no other process was there. */
  wasSilent: boolean;
}

export interface ClaimWaiter {
  key: string;
  signal?: AbortSignal;
  look(isOurTurn: boolean): void;
}

/** Claims a question, joining the claimants first, and again if the claims file was removed. */
export async function claimQuestion(state: ClaimsState, key: string): Promise<Membership> {
  for (;;) {
    const joined = state.member ?? (await join(state));
    if (writeLine(state, (token) => ["claim", token, key, Date.now()])) return joined;
  }
}

async function join(state: ClaimsState): Promise<Membership> {
  state.joining ??= joinClaims(state.path!).then((joined) => {
    state.member = joined;
    state.joining = null;
    // The file was removed, so claim again what is in flight.
    for (const key of state.mine.keys()) joined.say(["claim", joined.token, key, Date.now()]);
    // Read what others finished before; their later claims are watched.
    refreshClaims(state);
    return joined;
  });
  return await state.joining;
}

/** @returns false if the file was removed, so that the line was lost */
function writeLine(state: ClaimsState, line: (token: string) => ClaimLine): boolean {
  const { member } = state;
  if (!member?.say(line(member.token))) {
    void member?.leave();
    state.member = null;
    return false;
  }
  if (state.wasSilent && hasCompany(state)) {
    state.wasSilent = false;
    member.say(["only", member.token, [...state.mine.keys()]]);
  }
  return true;
}

export function releaseQuestion(state: ClaimsState, key: string, isAnswered: boolean): void {
  forgetQuestion(state, key);
  const { member } = state;
  if (!member) return;
  member.listen();
  if (isAnswered && !hasCompany(state)) {
    // A later process finds the answer in the store.
    state.wasSilent = true;
    member.queues.take(["release", member.token, key]);
  } else writeRelease(state, key);
}

function writeRelease(state: ClaimsState, key: string): void {
  try {
    writeLine(state, (token) => ["release", token, key]);
  } catch {
    // The disk is full. Storing the answer reports it, and others stop waiting when this process ends.
  }
}

/** Forgets a question of ours, and wakes those who asked for it through the same store. */
export function forgetQuestion({ mine }: ClaimsState, key: string): void {
  const others = mine.get(key) ?? [];
  mine.delete(key);
  for (const wake of others) wake();
}

export function hasCompany({ member }: ClaimsState): boolean {
  return (member?.queues.others().length ?? 0) > 0;
}

/** Reads the store, and wakes those whose wait may be over. */
export function refreshClaims(state: ClaimsState): void {
  // Determine turns before reading the store: only then does a missing answer mean that there is none.
  const due = [...state.waiting]
    .filter((waiter) => isDue(state, waiter))
    .map((waiter) => ({ waiter, isOurTurn: isTurn(state, waiter.key) }));
  state.member?.queues.forgetEnded();
  state.refresh();
  for (const { waiter, isOurTurn } of due) waiter.look(isOurTurn);
}

export function isDue(state: ClaimsState, { key, signal }: ClaimWaiter): boolean {
  return signal?.aborted || isTurn(state, key) || state.member!.queues.mayBeAnswered(key);
}

function isTurn({ member }: ClaimsState, key: string): boolean {
  return member === null || member.queues.isOwn(key);
}
