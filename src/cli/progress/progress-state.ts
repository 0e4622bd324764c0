import { plural } from "../../text/presentation/index.ts";
import type { EndedItem } from "./progress.ts";

/** Progress of one group. */
export interface GroupState {
  name: string;
  total: number;
  done: number;
  reused: number;
  failed: number;
  running: number;
  costUsd: number;
}

/** Progress counted from events. Every drawing is a function of it and the time. */
export interface ProgressState {
  title: string;
  startedAt: number;
  groups: Map<string, GroupState>;
  /** Null when there are no workers. */
  elsewhere: WorkersState | null;
}

export interface WorkersState {
  workers: number;
  inFlight: number;
}

export function beginProgress(title: string, groups: { name: string; total: number }[], now: number): ProgressState {
  const states = groups.map(({ name, total }): [string, GroupState] => [
    name,
    { name, total, done: 0, reused: 0, failed: 0, running: 0, costUsd: 0 },
  ]);
  return { title, startedAt: now, groups: new Map(states), elsewhere: null };
}

export function describeWorkers({ workers, inFlight }: WorkersState): string {
  return `${plural(workers, "worker")}, ${inFlight} in flight`;
}

export function countStarted(state: ProgressState, group: string): void {
  const counts = state.groups.get(group);
  if (counts) counts.running += 1;
}

export function countEnded(state: ProgressState, { group, result, costUsd, wasStarted }: EndedItem): void {
  const counts = state.groups.get(group);
  if (!counts) return;
  counts[result] += 1;
  if (result !== "reused" || wasStarted) counts.running = Math.max(0, counts.running - 1);
  if (result !== "reused") counts.costUsd += costUsd ?? 0;
}

export function finishedItems({ done, reused, failed }: GroupState): number {
  return done + reused + failed;
}

/** Estimates the remaining seconds from the pace so far, ignoring reused items; null before the first. */
export function secondsLeft({ groups, startedAt }: ProgressState, now: number): number | null {
  let worked = 0;
  let left = 0;
  for (const group of groups.values()) {
    worked += group.done + group.failed;
    left += group.total - finishedItems(group);
  }
  if (worked === 0) return null;
  return Math.round(((now - startedAt) / 1000 / worked) * left);
}
