import { resolve } from "node:path";
import { AmbiguousNameError, NothingStoredError, UnknownNameError } from "../../errors/index.ts";
import {
  type CampaignName,
  namesProfile,
  type RunCampaignName,
  readCampaignName,
  readEvaluationPlace,
  writeCampaignName,
} from "../../records/index.ts";
import { findStore, listCampaigns, type Store } from "../../store/index.ts";
import { plural } from "../../text/presentation/index.ts";

/** A name in a store; campaigns that were only run may leave out the evaluation profile. */
type StoredName = RunCampaignName & Partial<CampaignName>;

/** The folder that a user typed a name in, and the store that is searched first. */
export interface CampaignPlace {
  cwd: string;
  /** Absolute path of outputs/. */
  outputs: string;
}

export interface CampaignSearch extends CampaignPlace {
  /** Opens the store in a folder. The caller closes it. */
  open: (outputs: string) => Store;
  /** Leaves out campaigns that were run and not judged. */
  onlyJudged?: boolean;
  /** Says what the name is not, for the message that there is no such campaign. */
  refusal?: string;
}

/**
 * Finds the campaign that a user named: as `assay store list` does, without the fp8 of its profiles, by the beginning of each part, or by its folder, which
 * may be in another store. Without a name it is the only one there is.
 *
 * @throws AmbiguousNameError with the candidates; UnknownNameError with what there is
 */
export function findCampaign(
  written: string | undefined,
  { open, onlyJudged = false, refusal, ...place }: CampaignSearch,
): { store: Store; name: CampaignName } {
  const { cwd, outputs } = place;
  const elsewhere = written === undefined ? undefined : findStore(resolve(cwd, written))?.outputs;
  for (const searched of new Set([elsewhere ?? outputs, outputs])) {
    const store = open(searched);
    const found = campaignsNamed(campaignsIn(store, onlyJudged), written, { cwd, outputs: searched });
    if (found.length > 0) return { store, name: onlyOne(found, written ?? searched, onlyJudged) };
  }
  throw noCampaign(campaignsIn(open(outputs), onlyJudged), written, { outputs, onlyJudged, refusal });
}

/** Finds the campaign that a user named among those that are listed already. */
export function chooseCampaign<Name extends StoredName>(
  all: readonly Name[],
  written: string,
  place: CampaignPlace & Pick<CampaignSearch, "refusal">,
): Name {
  const found = campaignsNamed(all, written, place);
  if (found.length === 0) throw noCampaign(all, written, place);
  return onlyOne(found, written);
}

/** Finds every campaign below a name of whole parts; the beginning of a part has to mean only one. */
export function campaignsBelow<Name extends StoredName>(
  all: readonly Name[],
  written: string,
  place: CampaignPlace & Pick<CampaignSearch, "refusal">,
): Name[] {
  const named = spellings(written, place).filter((parts) => parts.length > 0);
  const found = named.length === 0 ? [] : campaignsNamed(all, written, place);
  if (found.length === 0) throw noCampaign(all, written, place);
  return named.some((parts) => isMeant(found[0]!, parts, namesProfile)) ? found : [onlyOne(found, written)];
}

/** All campaigns that a name may mean; those whose parts it spells out go before those that only begin so. */
export function campaignsNamed<Name extends StoredName>(
  all: readonly Name[],
  written: string | undefined,
  place: CampaignPlace,
): Name[] {
  if (written === undefined) return [...all];
  for (const parts of spellings(written, place))
    for (const isPart of [namesProfile, (part: string, own: string) => own.startsWith(part)]) {
      const found = all.filter((name) => isMeant(name, parts, isPart));
      if (found.length > 0) return found;
    }
  return [];
}

/** The parts of a name: of the folder below the store for a path, and as it was written. */
function spellings(written: string, { cwd, outputs }: CampaignPlace): string[][] {
  const path = findStore(resolve(cwd, written));
  const inside = path?.outputs === outputs ? [path.below] : [];
  return [...inside, written].map((spelling) => {
    const parts = spelling.split(/[\\/]/).filter(Boolean);
    const [first = "", second = ""] = parts;
    const above =
      first === "outputs" && READING.includes(second) ? 2 : spelling !== written && READING.includes(first) ? 1 : 0;
    return parts.slice(above);
  });
}

/** Folders of files for reading, in which campaigns have folders of their own. */
const READING = ["runs", "evaluations"];

function isMeant(name: StoredName, parts: readonly string[], isPart: (part: string, own: string) => boolean): boolean {
  const own = writeCampaignName(name).split("/");
  return parts.length <= own.length && parts.every((part, index) => isPart(part, own[index]!));
}

/** The campaigns of a store, one for each way in which the runs were judged. */
export function campaignsIn(store: Store, onlyJudged = false): CampaignName[] {
  if (onlyJudged) {
    const names = new Set<string>();
    for (const { place } of store.places("evaluation")) names.add(writeCampaignName(readEvaluationPlace(place!)));
    return [...names].sort().map(readCampaignName);
  }
  return listCampaigns(store).flatMap(({ suite_id, run_profile, evaluations }) => {
    const profiles = evaluations.length === 0 ? [null] : evaluations.map((judged) => judged.evaluation_profile);
    return profiles.map((evaluation_profile) => ({ suite_id, run_profile, evaluation_profile }));
  });
}

function onlyOne<Name extends StoredName>(found: readonly Name[], written: string, onlyJudged = false): Name {
  if (found.length === 1) return found[0]!;
  const many = plural(found.length, onlyJudged ? "judged campaign" : "campaign");
  throw new AmbiguousNameError(`${written} holds ${many}; name one of them:\n${listed(found)}`, {
    kind: "campaign",
    name: written,
    candidates: found.map(writeCampaignName),
  });
}

function noCampaign(
  all: readonly StoredName[],
  written: string | undefined,
  { outputs, onlyJudged = false, refusal }: Pick<CampaignSearch, "outputs" | "onlyJudged" | "refusal">,
): NothingStoredError | UnknownNameError {
  const kind = onlyJudged ? "judged campaign" : "campaign";
  if (written === undefined || (all.length === 0 && refusal === undefined))
    return new NothingStoredError(`there are no ${kind}s in ${outputs} yet`, { campaign: null });
  const there = all.length === 0 ? "There are none yet." : `There are:\n${listed(all)}`;
  return new UnknownNameError(`${written} ${refusal ?? `is not a ${kind}`} of ${outputs}. ${there}`, {
    kind: "campaign",
    name: written,
    known: all.map(writeCampaignName),
  });
}

const MOST_LISTED = 20;

function listed(names: readonly StoredName[]): string {
  const more = names.length - MOST_LISTED;
  return [
    ...names.slice(0, MOST_LISTED).map((name) => `  ${writeCampaignName(name)}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ].join("\n");
}
