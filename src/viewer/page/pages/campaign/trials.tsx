import { useEffect, useMemo } from "preact/hooks";
import { formatCount, nounFor } from "../../../../text/presentation/index.ts";
import type { CampaignPage, MatrixTable } from "../../../wire/index.ts";
import { FilterBar } from "../../parts/filter-bar.tsx";
import { fetchTextsAhead } from "../../state/trials/search-texts.ts";
import { useShownTrials } from "../../state/trials/shown-trials.ts";
import { Matrix } from "./matrix.tsx";

/**
 * Shows a campaign's trials with the filter.
 *
 * @param page null while only rows are loaded; filters need the rest
 */
export function Trials({ table, page }: { table: MatrixTable; page: CampaignPage | null }) {
  const trials = table.trials.case.length;
  const { filter, shown, isLoading } = useShownTrials(page, trials);
  const count = useMemo(() => shown.reduce((sum, one) => sum + one, 0), [shown]);
  useEffect(() => (page ? fetchTextsAhead(page) : undefined), [page]);
  return (
    <section class="card" aria-labelledby="trials-title">
      <div class="card-head">
        <h2 id="trials-title">Trials</h2>
        <p class="muted" role="status">
          {!page
            ? `${formatCount(trials)} ${nounFor(trials, "trial")}`
            : isLoading
              ? "Loading the texts …"
              : `${formatCount(count)} of ${formatCount(trials)} ${nounFor(trials, "trial")}`}
        </p>
      </div>
      {page && <FilterBar page={page} filter={filter} />}
      <Matrix page={table} shown={shown} count={count} />
    </section>
  );
}
