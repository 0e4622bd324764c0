import type { ComponentChildren } from "preact";
import { formatFixed, formatSigned } from "../../../../text/presentation/index.ts";
import { RowBox } from "../../parts/tables/row-box.tsx";
import { useKeys } from "../../state/keys.ts";
import { route, setQuery } from "../../state/route.ts";
import { ComparedAnswers, type ComparedTrial } from "./compared-answers.tsx";

/** Case of a comparison with the means of both sides. */
export interface ComparedMeans {
  caseId: string;
  means: [number, number];
  difference: number;
}

/** Lists the cases of a comparison, largest difference first, and the chosen one below with both answers. */
export function ComparedCases(props: {
  rows: readonly ComparedMeans[];
  /** Names of the two sides. */
  names: [string, string];
  /** Returns the trials to show for a case; null if a side has none. */
  sides: (caseId: string) => [ComparedTrial, ComparedTrial] | null;
  children?: ComponentChildren;
}) {
  const { rows, names, sides, children } = props;
  const chosen = route.value.query.get("case");
  const at = rows.findIndex(({ caseId }) => caseId === chosen);
  const step = (by: 1 | -1) => {
    const next = rows[at + by];
    if (next) setQuery({ case: next.caseId });
  };
  useKeys([
    { keys: ["j", "ArrowDown"], words: "next case", act: () => step(1) },
    { keys: ["k", "ArrowUp"], words: "case before", act: () => step(-1) },
  ]);
  const shown = at === -1 ? null : sides(rows[at]!.caseId);
  return (
    <section class="card" aria-labelledby="cases-title">
      <h2 id="cases-title">Cases, largest difference first</h2>
      {children}
      <div class="compared-row row-head" aria-hidden="true">
        <span>case</span>
        <span class="number">{names[0]}</span>
        <span class="number">{names[1]}</span>
        <span />
        <span class="number">difference</span>
      </div>
      <RowBox label="Cases" rows={rows} chosen={at}>
        {(row) => <Case row={row} names={names} isChosen={row.caseId === chosen} />}
      </RowBox>
      {rows.length === 0 && <p class="empty">No case matches. Clear the filter to see all of them.</p>}
      {at === -1 && rows.length > 0 && (
        <p class="muted small hint">Choose a case to see both answers; j and k go through them.</p>
      )}
      {shown && (
        <section class="chosen" aria-labelledby="chosen-title">
          <h3 id="chosen-title">{rows[at]!.caseId}</h3>
          <ComparedAnswers caseId={rows[at]!.caseId} sides={shown} />
        </section>
      )}
    </section>
  );
}

function Case({ row, names, isChosen }: { row: ComparedMeans; names: [string, string]; isChosen: boolean }) {
  const { caseId, means, difference } = row;
  return (
    <button
      type="button"
      class="quiet compared-row"
      aria-expanded={isChosen}
      onClick={() => setQuery({ case: isChosen ? null : caseId })}
    >
      <span class="row-name" title={caseId}>
        {caseId}
      </span>
      {means.map((mean, side) => (
        <span class="number" key={side}>
          <span class="sr-only">{names[side]} </span>
          {formatFixed(mean, 1)}
        </span>
      ))}
      <span class="difference">
        <svg viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
          <line class="zero" x1="50" x2="50" y1="0" y2="16" />
          <line class="range" x1="50" x2={50 + difference * 5} y1="8" y2="8" />
        </svg>
      </span>
      <span class="number">{formatSigned(difference, 1)}</span>
    </button>
  );
}
