import { useMemo } from "preact/hooks";
import { formatFixed, formatRounded } from "../../../../text/presentation/index.ts";
import type { BatchPage } from "../../../wire/index.ts";
import { cellClass } from "../../parts/figures/marks.tsx";
import { Choice } from "../../parts/tables/choice.tsx";
import { FilteredCard } from "../../parts/tables/filtered-card.tsx";
import { RowBox } from "../../parts/tables/row-box.tsx";
import { route, setQuery } from "../../state/route.ts";
import { itemsShown } from "./item-order.ts";
import { JudgedItem } from "./judged-item.tsx";

/** Lists sampled items with their scores; each opens what the judges saw and said. */
export function BatchItems({ page }: { page: BatchPage }) {
  const { items, strata } = page;
  const { query } = route.value;
  // Keep rows and scroll position when another item is chosen.
  const asked = ["stratum", "look", "text", "sort"].map((name) => query.get(name)).join("\n");
  const shown = useMemo(() => itemsShown(page), [page, asked]);
  const chosen = items.id.indexOf(query.get("item") ?? "");
  const looks: [string, string][] = [
    ...(items.ambiguous.some(Boolean) ? [["ambiguous", "ambiguous"] as [string, string]] : []),
    ...(items.score.includes(null) ? [["unscored", "unscored"] as [string, string]] : []),
    ...(items.spread.some((spread) => spread > 0) ? [["disagreement", "judges disagree"] as [string, string]] : []),
  ];
  return (
    <FilteredCard
      title="Items"
      noun="items"
      shown={shown.length}
      all={items.id.length}
      search="item"
      orders={["as they were drawn", "lowest score"]}
      choices={
        <>
          {strata.length > 1 && (
            <Choice
              name="stratum"
              label="bucket"
              all="all buckets"
              options={strata.map(({ stratum }) => [stratum, stratum])}
            />
          )}
          {looks.length > 0 && <Choice name="look" label="look at" all="all" options={looks} />}
        </>
      }
    >
      {shown.length === 0 && <p class="empty">No item matches.</p>}
      {shown.length > 0 && (
        <div class="items">
          <RowBox label="Items" rows={shown} chosen={shown.indexOf(chosen)}>
            {(at) => <Item page={page} at={at} isChosen={at === chosen} />}
          </RowBox>
        </div>
      )}
      {chosen !== -1 && <JudgedItem page={page} id={items.id[chosen]!} at={chosen} />}
    </FilteredCard>
  );
}

function Item({ page, at, isChosen }: { page: BatchPage; at: number; isChosen: boolean }) {
  const { items, scale } = page;
  const id = items.id[at]!;
  const score = items.score[at]!;
  return (
    <button
      type="button"
      class="quiet item-row"
      aria-expanded={isChosen}
      onClick={() => setQuery({ item: isChosen ? null : id })}
    >
      <span class="row-name" title={id}>
        {id}
      </span>
      <span class="muted">{items.stratum[at]}</span>
      <span class="muted">
        {[
          items.ambiguous[at] ? "ambiguous" : "",
          items.spread[at]! > 0 ? `spread ${formatRounded(items.spread[at]!)}` : "",
        ]
          .filter(Boolean)
          .join(", ")}
      </span>
      <span class={cellClass(score, scale)}>
        {score === null ? "○" : formatFixed(score, Number.isInteger(score) ? 0 : 2)}
      </span>
    </button>
  );
}
