import { useMemo, useRef } from "preact/hooks";
import type { CampaignPage } from "../../../wire/index.ts";
import { route } from "../route.ts";
import { matching, readFilter, type TrialFilter } from "./trial-filter.ts";

/** Which trials of a campaign the address asks for: the same for every part of every page of the campaign. */
export interface ShownTrials {
  filter: TrialFilter;
  /** 1 for every trial that is shown. While texts are on their way, what was shown before. */
  shown: Uint8Array;
  isLoading: boolean;
}

/** @param page null as long as only the rows are known, which are all shown then */
export function useShownTrials(page: CampaignPage | null, trials: number): ShownTrials {
  const filter = readFilter(route.value.query);
  const all = useMemo(() => new Uint8Array(trials).fill(1), [trials]);
  // Signals that are read here (chunks of texts) bring the page back by themselves when they arrive.
  const mask = page ? matching(page, filter) : all;
  const last = useRef<Uint8Array | null>(null);
  if (mask) last.current = mask;
  return { filter, shown: mask ?? last.current ?? all, isLoading: mask === null };
}
