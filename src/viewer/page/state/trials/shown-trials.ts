import { useMemo, useRef } from "preact/hooks";
import type { CampaignPage } from "../../../wire/index.ts";
import { route } from "../route.ts";
import { matching, readFilter, type TrialFilter } from "./trial-filter.ts";

/** Trials selected by the address, the same on every page of a campaign. */
export interface ShownTrials {
  filter: TrialFilter;
  /** 1 for each visible trial. While texts are loading, the previous value. */
  shown: Uint8Array;
  isLoading: boolean;
}

/** @param page null while only rows are loaded, which are all shown */
export function useShownTrials(page: CampaignPage | null, trials: number): ShownTrials {
  const filter = readFilter(route.value.query);
  const all = useMemo(() => new Uint8Array(trials).fill(1), [trials]);
  // Signals read here (chunks of texts) rerender the page when they arrive.
  const mask = page ? matching(page, filter) : all;
  const last = useRef<Uint8Array | null>(null);
  if (mask) last.current = mask;
  return { filter, shown: mask ?? last.current ?? all, isLoading: mask === null };
}
