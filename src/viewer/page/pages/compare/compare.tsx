import { useMemo } from "preact/hooks";
import { plural } from "../../../../text/presentation/index.ts";
import { type CampaignPage, chunkName, type DrawnComparison } from "../../../wire/index.ts";
import { CorrectedPair } from "../../parts/corrected-cards.tsx";
import { DecisionBar } from "../../parts/figures/difference-bar.tsx";
import { FilterBar } from "../../parts/filter-bar.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import { useKeys } from "../../state/keys.ts";
import { SEARCH_KEY } from "../../state/list-keys.ts";
import { goTo, href, route } from "../../state/route.ts";
import { useShownTrials } from "../../state/trials/shown-trials.ts";
import { comparedCases } from "./case-differences.ts";
import { ComparedCases, type ComparedMeans } from "./compared-cases.tsx";

export function CompareView({ campaign, pair }: { campaign: string; pair: [string, string] }) {
  return (
    <Waiting
      loading={chunk<CampaignPage>(chunkName("campaign", campaign)).value}
      missing={`The store has no campaign ${campaign}.`}
    >
      {(page) => <Compare page={page} pair={pair} />}
    </Waiting>
  );
}

/** Compares two subjects by case, largest difference first; each case opens both answers and verdicts. */
function Compare({ page, pair }: { page: CampaignPage; pair: [string, string] }) {
  const [first, second] = pair.map((id) => page.subjects.findIndex(({ model_id }) => model_id === id)) as [
    number,
    number,
  ];
  const { filter, shown } = useShownTrials(page, page.trials.case.length);
  const all = useMemo(() => comparedCases(page, first, second), [page, first, second]);
  const cases = useMemo(() => {
    const wanted = new Set(
      page.trials.case.filter((_, at) => shown[at] === 1 && [first, second].includes(page.trials.subject[at]!)),
    );
    return all.filter((own) => wanted.has(own.case));
  }, [all, shown]);
  const rows = useMemo(
    () =>
      cases.map(({ case: own, first: one, second: other, difference }): ComparedMeans => {
        return { caseId: page.case_ids[own]!, means: [one, other], difference };
      }),
    [cases],
  );
  useKeys([
    SEARCH_KEY,
    {
      keys: ["Escape", "u"],
      words: "back to the campaign",
      act: () => goTo(href(["campaign", ...page.name.split("/")], withoutCase())),
    },
  ]);
  if (first === -1 || second === -1) return <p class="empty">The campaign has no such two subjects.</p>;
  const [one, other] = [page.subjects[first]!, page.subjects[second]!];
  const comparison = page.comparisons.find(({ ids }) => ids.includes(one.model_id) && ids.includes(other.model_id));
  return (
    <>
      <div class="title">
        <h1>
          {one.label} <span class="muted">and</span> {other.label}
        </h1>
        <p class="muted">{plural(all.length, "shared case")}</p>
      </div>
      <section class="card verdict" aria-label="Verdict">
        <p class="lead">
          {comparison?.sentence ?? "The report does not compare these two: they share neither model nor variant."}
        </p>
        {comparison && (
          <DecisionBar comparison={comparison.ids[0] === one.model_id ? comparison : reversed(comparison)} />
        )}
      </section>
      <CorrectedPair page={page} pair={pair} />
      <ComparedCases
        rows={rows}
        names={[one.label, other.label]}
        sides={(caseId) => {
          const { repetitions } = cases.find((own) => page.case_ids[own.case] === caseId)!;
          const side = (at: 0 | 1) => ({ campaign: page.name, model_id: pair[at], repetition: repetitions[at] });
          return [side(0), side(1)];
        }}
      >
        <FilterBar page={page} filter={filter} />
        {cases.length < all.length && (
          <p class="muted small" role="status">
            {cases.length} of {plural(all.length, "case")} with a trial like this
          </p>
        )}
      </ComparedCases>
    </>
  );
}

/** Swaps the sides of a comparison, to match the address. */
function reversed(comparison: DrawnComparison): DrawnComparison {
  const { difference, low, high } = comparison;
  const turned = (value: number | null) => (value === null ? null : -value);
  return { ...comparison, difference: turned(difference), low: turned(high), high: turned(low) };
}

/** Keeps the filter for the campaign's page, without the open case. */
function withoutCase(): URLSearchParams {
  const query = new URLSearchParams(route.value.query);
  query.delete("case");
  return query;
}
