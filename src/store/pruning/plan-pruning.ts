import { readCampaignName, readEvaluationPlace, runsInPlace, writeCampaignName } from "../../records/index.ts";
import { foldersOfRun } from "../folders-of-run.ts";
import type { Entry } from "../log/entry.ts";
import type { Log } from "../log/log.ts";
import { keepWhatIsNeeded, openNeeds, whereOf } from "./keep-needed.ts";
import { type Needs, needsOfEvaluation } from "./needs.ts";
import { allEntries, occupants, replacedOfKey, trialOfEvaluation } from "./superseded.ts";

/** Selection of records to remove, with at least one of the first three fields. */
export interface PruneWish {
  /** Removes campaigns and answers without additions since then, in milliseconds since 1970. */
  before?: number;
  /** Campaigns as `<suite>/<run profile>`. */
  campaigns?: ReadonlySet<string>;
  /** Removes replaced records. */
  superseded?: boolean;
  /** Judge calls that results outside of the log depend on. */
  neededCalls?: ReadonlySet<string>;
  /** Labelled packets: their judgements stay, unless their campaign is named. */
  labelledPackets?: ReadonlySet<string>;
}

/** Records to remove, and files that only they use. */
export interface Pruning {
  entries: Entry[];
  /** Campaigns that go completely. */
  campaigns: string[];
  /** Folders of trial files that only these records use, relative to outputs/. */
  folders: string[];
  /** Number of labelled packets that would be lost. */
  labelledPackets: number;
}

/**
 * Plans which records to remove. A record stays while a kept record depends on it: a run that another campaign adopted, an answer that
 * another evaluation counts. Spending, check results and servers' tools are always kept.
 */
export function planPruning(log: Log, wish: PruneWish): Pruning {
  const trials = occupants(log);
  const gone = goneCampaigns(log, wish);
  const staying = { trials: new Set<string>(), campaigns: new Set<string>() };
  const leaves = (place: string) => gone.has(runsInPlace(place)) && !staying.trials.has(place);
  /** Trials may share a key: the newest at its place is not replaced by a newer record elsewhere. */
  const isAtItsPlace = (entry: Entry) =>
    (entry.kind === "evaluation" ? log.at("evaluation", entry.place!) : trials.get(entry.place!))?.sha256 ===
    entry.sha256;
  const candidates = new Map<string, Entry>();
  const consider = (entry: Entry) => candidates.set(whereOf(entry), entry);
  const needed = openNeeds();
  const labelled = { kept: new Set<string>(), gone: new Set<string>() };
  const labelledAt = labelledPlaces(log, wish);

  for (const entry of allEntries(log, "evaluation")) {
    const place = entry.place!;
    const trial = trialOfEvaluation(place);
    const isCurrent = isAtItsPlace(entry) && trials.get(trial)?.key === entry.facts.run_id;
    const goes = gone.has(runsInPlace(place)) || (wish.superseded === true && !isCurrent && log.isWhole(entry));
    const record = log.readEntry(entry);
    const packet = record?.prompt.user_sha256 ?? "";
    const isLabelled = wish.labelledPackets?.has(packet) === true;
    const isNamed = wish.campaigns?.has(runsInPlace(place)) === true;
    // A labelled trial may have been judged again: without the newest evaluation, the old one would count again.
    const isHeld = isLabelled || (labelledAt.has(place) && isAtItsPlace(entry));
    const leavesNow = goes && (!isHeld || isNamed);
    // A label of a replaced judgement is outdated anyway.
    if (isLabelled && isCurrent) (leavesNow ? labelled.gone : labelled.kept).add(packet);
    if (leavesNow) {
      consider(entry);
      if (record) considerNeeds(log, needsOfEvaluation(record), consider);
    } else {
      staying.trials.add(trial);
      staying.campaigns.add(writeCampaignName(readEvaluationPlace(place)));
      if (record) needed.add(needsOfEvaluation(record));
    }
  }
  for (const [place, { key }] of trials) if (!leaves(place)) needed.add({ runs: [key], calls: [], texts: [] });
  for (const kind of ["run", "adoption"] as const)
    for (const entry of allEntries(log, kind)) {
      if (leaves(entry.place!) || (wish.superseded && !isAtItsPlace(entry) && log.isWhole(entry))) consider(entry);
    }
  for (const kind of ["campaign", "shard"] as const)
    for (const entry of allEntries(log, kind)) {
      const name = kind === "campaign" ? entry.key : entry.key.replace(/^(?:runs|evaluations)\//, "");
      const stays = staying.campaigns.has(writeCampaignName(readCampaignName(name)));
      if (gone.has(runsInPlace(name)) && !stays) consider(entry);
    }
  if (wish.before !== undefined)
    for (const kind of ["call", "text"] as const)
      for (const entry of allEntries(log, kind)) if (entry.at < wish.before) consider(entry);
  if (wish.superseded)
    // Records of campaigns stay, as each may describe another shard.
    for (const kind of ["run", "call", "text", "checks", "evaluation", "server", "shard"] as const)
      for (const { key } of log.keys(kind))
        for (const entry of replacedOfKey(log, kind, key))
          if (entry.place === null || !isAtItsPlace(entry)) consider(entry);

  for (const callId of wish.neededCalls ?? []) needed.add({ runs: [], calls: [callId], texts: [] });
  keepWhatIsNeeded(log, candidates, needed, { trials, superseded: wish.superseded });
  const entries = [...candidates.values()];
  return {
    entries,
    campaigns: [...gone].filter((name) => !hasTrialsLeft(trials, name, candidates)).sort(),
    folders: foldersOfOnly(log, candidates),
    labelledPackets: [...labelled.gone].filter((packet) => !labelled.kept.has(packet)).length,
  };
}

/** Returns places with labelled judgements, even if judged again since. Reads nothing without labels. */
function labelledPlaces(log: Log, { labelledPackets }: PruneWish): Set<string> {
  const places = new Set<string>();
  if (!labelledPackets?.size) return places;
  for (const entry of allEntries(log, "evaluation"))
    if (labelledPackets.has(log.readEntry(entry)?.prompt.user_sha256 ?? "")) places.add(entry.place!);
  return places;
}

/** Returns campaigns to remove completely: named ones, and those without recent additions. */
function goneCampaigns(log: Log, { before, campaigns }: PruneWish): Set<string> {
  const gone = new Set(campaigns);
  if (before === undefined) return gone;
  const lastAt = new Map<string, number>();
  for (const kind of ["run", "adoption", "evaluation"] as const)
    for (const { place, at } of log.places(kind)) {
      const name = runsInPlace(place!);
      lastAt.set(name, Math.max(at, lastAt.get(name) ?? 0));
    }
  for (const [name, at] of lastAt) if (at < before) gone.add(name);
  return gone;
}

/** Considers what a removed evaluation depended on. */
function considerNeeds(log: Log, { calls, texts }: Needs, consider: (entry: Entry) => void): void {
  for (const key of calls) for (const entry of log.entries("call", key)) consider(entry);
  for (const key of texts) for (const entry of log.entries("text", key)) consider(entry);
}

function hasTrialsLeft(
  trials: ReadonlyMap<string, Entry>,
  campaign: string,
  candidates: ReadonlyMap<string, Entry>,
): boolean {
  for (const [place, entry] of trials)
    if (runsInPlace(place) === campaign && !candidates.has(whereOf(entry))) return true;
  return false;
}

function foldersOfOnly(log: Log, candidates: ReadonlyMap<string, Entry>): string[] {
  const [gone, kept] = [new Set<string>(), new Set<string>()];
  for (const entry of allEntries(log, "run")) {
    const record = log.readEntry(entry);
    const into = candidates.has(whereOf(entry)) ? gone : kept;
    for (const path of record ? foldersOfRun(record) : []) into.add(path);
  }
  return [...gone].filter((path) => !kept.has(path)).sort();
}
