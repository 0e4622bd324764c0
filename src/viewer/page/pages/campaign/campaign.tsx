import { formatCount, nounFor } from "../../../../text/presentation/index.ts";
import { type CampaignPage, chunkName, type FirstRows, type MatrixTable } from "../../../wire/index.ts";
import { CorrectedCards } from "../../parts/corrected-cards.tsx";
import { StateChip } from "../../parts/figures/marks.tsx";
import { Lines } from "../../parts/lines.tsx";
import { SectionCards } from "../../parts/report-section.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk, isLive, isThere } from "../../state/chunks.ts";
import { useKeys } from "../../state/keys.ts";
import { SEARCH_KEY } from "../../state/list-keys.ts";
import { goTo } from "../../state/route.ts";
import { Dimensions } from "./dimensions.tsx";
import { ForestPlot } from "./forest-plot.tsx";
import { Judges } from "./judge-table.tsx";
import { useMatrixKeptInPlace } from "./keep-matrix-in-place.ts";
import { Leaderboard } from "./leaderboard.tsx";
import { OtherCampaigns } from "./other-campaigns.tsx";
import { PriceChart } from "./price-chart.tsx";
import { Trials } from "./trials.tsx";
import { Verdict } from "./verdict.tsx";

export function CampaignView({ name }: { name: string }) {
  const whole = chunkName("campaign", name);
  // The server reads one index for the rows, but ten thousand records for the whole page; so request the rows first, and not both at once.
  const rows = isLive && !isThere(whole) ? chunk<FirstRows>(chunkName("rows", name)).value : null;
  const loading = rows?.state === "waiting" ? rows : chunk<CampaignPage>(whole).value;
  const early = rows?.state === "there" && loading.state === "waiting" ? rows.value.matrix : null;
  const page = loading.state === "there" ? (loading.value as CampaignPage) : null;
  const table = page ?? early;
  // Rows and whole page share a component, so that the rows stay in place when the rest arrives.
  if (table) return <Campaign table={table} page={page} />;
  return (
    <Waiting loading={loading} missing={`The store has no campaign ${name}.`}>
      {() => null}
    </Waiting>
  );
}

/** Shows the findings first, then their grounds, down to every trial. */
function Campaign({ table, page }: { table: MatrixTable & { title: string }; page: CampaignPage | null }) {
  useMatrixKeptInPlace(page !== null);
  useKeys([
    SEARCH_KEY,
    { keys: ["j"], words: "to the matrix, and down in it", act: () => moveInMatrix("ArrowDown") },
    { keys: ["k"], words: "up in the matrix", act: () => moveInMatrix("ArrowUp") },
    { keys: ["Escape", "u"], words: "back to the store", act: () => goTo("/") },
  ]);
  return (
    <>
      <div class="title">
        <h1>{table.title}</h1>
        {page && <StateChip state={page.state} />}
        <p class="muted" role="status">
          {page
            ? page.head[0]
            : `Reading what was said about ${formatCount(table.trials.case.length)} ${nounFor(table.trials.case.length, "trial")} …`}
        </p>
      </div>
      {page && <WhatToBelieve page={page} />}
      <Trials table={table} page={page} />
      {page && <WhatItRestsOn page={page} />}
    </>
  );
}

function WhatToBelieve({ page }: { page: CampaignPage }) {
  return (
    <>
      <Verdict page={page} />
      <CorrectedCards page={page} />
      <div class="split">
        <Leaderboard page={page} />
        <PriceChart page={page} />
      </div>
      <ForestPlot page={page} />
    </>
  );
}

function WhatItRestsOn({ page }: { page: CampaignPage }) {
  return (
    <>
      <OtherCampaigns page={page} />
      <Judges page={page} />
      <Dimensions page={page} />
      <SectionCards sections={page.sections}>
        <section class="card">
          <h2>How it was measured</h2>
          <Lines lines={page.head.slice(1)} />
        </section>
      </SectionCards>
    </>
  );
}

/** Moves by arrows in the matrix; j and k focus it from anywhere on the page. */
function moveInMatrix(key: string): void {
  const cell = document.querySelector<HTMLElement>('.matrix a[tabindex="0"]');
  if (!cell) return;
  if (document.activeElement === cell) cell.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  else cell.focus();
}
