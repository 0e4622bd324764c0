import { useMemo } from "preact/hooks";
import { formatCount, formatFixed } from "../../../../text/presentation/index.ts";
import type { BatchPage } from "../../../wire/index.ts";
import { Lines } from "../../parts/lines.tsx";
import { RowBox } from "../../parts/tables/row-box.tsx";
import { route, setQuery } from "../../state/route.ts";
import { JudgedItem } from "./judged-item.tsx";

/** Shows items that the experiment left out of groups, and whether it should have. */
export function BatchSingletons({ page }: { page: BatchPage }) {
  return page.singletons ? <Singletons page={page} singletons={page.singletons} /> : null;
}

function Singletons({ page, singletons }: { page: BatchPage; singletons: NonNullable<BatchPage["singletons"]> }) {
  const { lines, items } = singletons;
  const numbers = useMemo(() => items.id.map((_, at) => at), [items]);
  const chosen = items.id.indexOf(route.value.query.get("singleton") ?? "");
  return (
    <section class="card" aria-labelledby="singletons-title">
      <div class="card-head">
        <h2 id="singletons-title">Singletons</h2>
        <p class="muted">{formatCount(items.id.length)} judged</p>
      </div>
      <Lines lines={lines} />
      <div class="item-row row-head" aria-hidden="true">
        <span>item</span>
        <span>should it be alone?</span>
        <span>best cluster</span>
        <span class="number">confidence</span>
      </div>
      <div class="singletons">
        <RowBox label="Singletons" rows={numbers} chosen={chosen}>
          {(at) => (
            <button
              type="button"
              class="quiet item-row"
              aria-expanded={at === chosen}
              onClick={() => setQuery({ singleton: at === chosen ? null : items.id[at]! })}
            >
              <span class="row-name" title={items.id[at]}>
                {items.id[at]}
              </span>
              <span>{wordsOf(items.should_cluster[at]!)}</span>
              <span class="muted row-name">{items.best_cluster[at] ?? ""}</span>
              <span class="number">{formatFixed(items.confidence[at]!, 1)}</span>
            </button>
          )}
        </RowBox>
      </div>
      {chosen !== -1 && <JudgedItem page={page} id={items.id[chosen]!} at={page.items.id.length + chosen} />}
    </section>
  );
}

function wordsOf(shouldCluster: boolean | null): string {
  if (shouldCluster === null) return "○ unscored";
  return shouldCluster ? "✕ belongs to a cluster" : "● rightly alone";
}
