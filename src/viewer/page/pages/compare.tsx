import { useMemo } from "preact/hooks";
import { formatFixed, formatSigned, plural } from "../../../presentation/index.ts";
import { type CampaignPage, chunkName } from "../../wire/index.ts";
import { ComparedAnswers } from "../parts/compared-answers.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { chunk } from "../state/chunks.ts";
import { type ComparedCase, comparedCases } from "../state/compared-cases.ts";
import { useKeys } from "../state/keys.ts";
import { goTo, href, route, setQuery } from "../state/route.ts";

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

/** Two subjects case by case, the largest difference first; each case opens to both answers and what was said about them. */
function Compare({ page, pair }: { page: CampaignPage; pair: [string, string] }) {
  const [first, second] = pair.map((id) => page.subjects.findIndex(({ model_id }) => model_id === id)) as [
    number,
    number,
  ];
  const cases = useMemo(() => comparedCases(page, first, second), [page, first, second]);
  const open = route.value.query.get("case");
  const step = (by: 1 | -1) => {
    const next = cases[cases.findIndex((own) => page.case_ids[own.case] === open) + by];
    if (next) setQuery({ case: page.case_ids[next.case]! });
  };
  useKeys([
    { keys: ["j", "ArrowDown"], words: "next case", act: () => step(1) },
    { keys: ["k", "ArrowUp"], words: "case before", act: () => step(-1) },
    {
      keys: ["Escape", "u"],
      words: "back to the campaign",
      act: () => goTo(href(["campaign", ...page.name.split("/")])),
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
        <p class="muted">{plural(cases.length, "shared case")}</p>
      </div>
      <section class="card verdict" aria-label="Verdict">
        <p class="lead">
          {comparison?.sentence ?? "The report does not compare these two: they share neither model nor variant."}
        </p>
      </section>
      <section class="card" aria-labelledby="cases-title">
        <h2 id="cases-title">Cases, largest difference first</h2>
        <ul class="compared">
          {cases.map((own) => (
            <Case key={own.case} {...{ page, own, pair }} isOpen={page.case_ids[own.case] === open} />
          ))}
        </ul>
      </section>
    </>
  );
}

function Case(props: { page: CampaignPage; own: ComparedCase; pair: [string, string]; isOpen: boolean }) {
  const { page, own, pair, isOpen } = props;
  const caseId = page.case_ids[own.case]!;
  return (
    <li>
      <button
        type="button"
        class="quiet compared-row"
        aria-expanded={isOpen}
        onClick={() => setQuery({ case: isOpen ? null : caseId })}
      >
        <span class="compared-name">{caseId}</span>
        <span class="number">{formatFixed(own.first, 1)}</span>
        <span class="number">{formatFixed(own.second, 1)}</span>
        <span class="difference">
          <svg viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
            <line class="zero" x1="50" x2="50" y1="0" y2="16" />
            <line class="range" x1="50" x2={50 + own.difference * 5} y1="8" y2="8" />
          </svg>
        </span>
        <span class="number">{formatSigned(own.difference, 1)}</span>
      </button>
      {isOpen && <ComparedAnswers campaign={page.name} caseId={caseId} pair={pair} repetitions={own.repetitions} />}
    </li>
  );
}
