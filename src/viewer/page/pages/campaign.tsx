import { useMemo, useRef } from "preact/hooks";
import { formatCount } from "../../../presentation/index.ts";
import { type CampaignPage, chunkName } from "../../wire/index.ts";
import { Dimensions } from "../parts/dimensions.tsx";
import { FilterBar } from "../parts/filter-bar.tsx";
import { ForestPlot } from "../parts/forest-plot.tsx";
import { Judges } from "../parts/judges.tsx";
import { Leaderboard } from "../parts/leaderboard.tsx";
import { StateChip } from "../parts/marks.tsx";
import { Matrix } from "../parts/matrix.tsx";
import { PriceChart } from "../parts/price-chart.tsx";
import { SectionCard } from "../parts/report-section.tsx";
import { Verdict } from "../parts/verdict.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { chunk } from "../state/chunks.ts";
import { useKeys } from "../state/keys.ts";
import { goTo, route } from "../state/route.ts";
import { matching, readFilter } from "../state/trial-filter.ts";

export function CampaignView({ name }: { name: string }) {
  return (
    <Waiting
      loading={chunk<CampaignPage>(chunkName("campaign", name)).value}
      missing={`The store has no campaign ${name}.`}
    >
      {(page) => <Campaign page={page} />}
    </Waiting>
  );
}

/** Opens on what to believe; below it what that rests on, down to every trial. */
function Campaign({ page }: { page: CampaignPage }) {
  const { query } = route.value;
  const filter = readFilter(query);
  // Signals that are read here (chunks of texts) bring the page back by themselves when they arrive.
  const mask = matching(page, filter);
  const last = useRef<Uint8Array | null>(null);
  if (mask) last.current = mask;
  const shown = mask ?? last.current ?? new Uint8Array(page.trials.case.length);
  const count = useMemo(() => shown.reduce((sum, one) => sum + one, 0), [shown]);
  useKeys([
    { keys: ["/"], words: "search", act: () => document.getElementById("filter-text")?.focus() },
    { keys: ["j"], words: "to the matrix, and down in it", act: () => moveInMatrix("ArrowDown") },
    { keys: ["k"], words: "up in the matrix", act: () => moveInMatrix("ArrowUp") },
    { keys: ["Escape", "u"], words: "back to the store", act: () => goTo("/") },
  ]);
  const [first, ...rest] = page.head;
  return (
    <>
      <div class="title">
        <h1>{page.title}</h1>
        <StateChip state={page.state} />
        <p class="muted">{first}</p>
      </div>
      <Verdict page={page} />
      <div class="split">
        <Leaderboard page={page} />
        <PriceChart page={page} />
      </div>
      <ForestPlot page={page} />
      <section class="card" aria-labelledby="trials-title">
        <div class="card-head">
          <h2 id="trials-title">Trials</h2>
          <p class="muted" role="status">
            {mask === null
              ? "Loading the texts …"
              : `${formatCount(count)} of ${formatCount(page.trials.case.length)} trials`}
          </p>
        </div>
        <FilterBar page={page} filter={filter} />
        <Matrix page={page} shown={shown} count={count} />
      </section>
      <Judges page={page} />
      <Dimensions page={page} />
      <div class="grid">
        {page.sections.map((section) => (
          <SectionCard section={section} key={section.title} />
        ))}
        <section class="card">
          <h2>How it was measured</h2>
          <ul class="lines">
            {rest.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

/** The matrix moves by arrows; j and k bring them from anywhere on the page. */
function moveInMatrix(key: string): void {
  const cell = document.querySelector<HTMLElement>('.matrix a[tabindex="0"]');
  if (!cell) return;
  if (document.activeElement === cell) cell.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  else cell.focus();
}
