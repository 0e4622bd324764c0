import { useMemo } from "preact/hooks";
import { formatFixed } from "../../../../text/presentation/index.ts";
import { type RubricPage, SAMPLE_FLAGS } from "../../../wire/index.ts";
import { cellClass } from "../../parts/figures/marks.tsx";
import { Choice } from "../../parts/tables/choice.tsx";
import { FilteredCard } from "../../parts/tables/filtered-card.tsx";
import { TableHead } from "../../parts/tables/table-head.tsx";
import { href, route } from "../../state/route.ts";
import { useVirtualRows } from "../../state/virtual-rows.ts";
import { samplesShown } from "./sample-order.ts";

const FLAG_WORDS: Record<keyof typeof SAMPLE_FLAGS, string> = {
  disagreement: "judges disagree",
  broken_answer: "a judge broke its contract",
  no_verdict: "a judgement does not count",
  names_itself: "it names its own model or variant",
  tagged: "it has a failure tag",
};

/** As in the style sheet. */
const SIZES = { rowHeight: 40, boxHeight: 640 };

/** Lists samples with their scores; each leads to what the judges said. */
export function SampleList({ page }: { page: RubricPage }) {
  const { query } = route.value;
  const asked = ["flag", "group", "text", "sort"].map((name) => query.get(name)).join("\n");
  const shown = useMemo(() => samplesShown(page), [page, asked]);
  const { samples } = page;
  const flags = Object.entries(SAMPLE_FLAGS).filter(([, bit]) => samples.flags.some((flag) => (flag & bit) !== 0));
  return (
    <FilteredCard
      title="Samples"
      noun="samples"
      shown={shown.length}
      all={samples.number.length}
      search="question"
      orders={["as they came", "lowest total"]}
      choices={
        <>
          {page.groups.length > 1 && (
            <Choice name="group" all="all groups" options={page.groups.map((group) => [group, group])} />
          )}
          {flags.length > 0 && (
            <Choice
              name="flag"
              label="look at"
              all="all"
              options={flags.map(([name]) => [name, FLAG_WORDS[name as keyof typeof SAMPLE_FLAGS]])}
            />
          )}
        </>
      }
    >
      {shown.length === 0 ? <p class="empty">No sample matches.</p> : <Rows page={page} shown={shown} />}
    </FilteredCard>
  );
}

function Rows({ page, shown }: { page: RubricPage; shown: number[] }) {
  const { box, onScroll, first, last, before, after } = useVirtualRows<HTMLElement>(shown, SIZES);
  const { samples } = page;
  const drawn = page.dimensions.filter(({ name }, at) => at < samples.scores.length && name !== "total");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="sample-box" tabIndex={0} aria-label="Samples, one by one" ref={box} onScroll={onScroll}>
      <table class="rows samples" aria-rowcount={shown.length + 1}>
        <TableHead
          columns={[
            "sample",
            "group",
            ...drawn.map(({ name }) => ({ number: name })),
            { number: "total" },
            "judgements",
            "tags",
          ]}
        />
        <tbody>
          {before > 0 && <tr class="spacer" style={{ height: `${before}px` }} />}
          {shown.slice(first, last).map((at, place) => (
            <tr key={at} aria-rowindex={first + place + 2}>
              <th scope="row">
                <a href={href(["rubric", page.name, "sample", samples.number[at]!], route.value.query)}>
                  {samples.number[at]} <span class="muted">{samples.question[at]}</span>
                </a>
              </th>
              <td>{page.groups[samples.group[at]!]}</td>
              {drawn.map(({ name, scale }, dimension) => {
                const score = samples.scores[dimension]![at]!;
                return (
                  <td class="number" key={name}>
                    {score === null ? (
                      "–"
                    ) : (
                      <span class={cellClass(score, scale)}>{formatFixed(score, Number.isInteger(score) ? 0 : 1)}</span>
                    )}
                  </td>
                );
              })}
              <td class="number">{formatFixed(samples.total[at]!, 1)}</td>
              <td>
                {samples.verdicts[at]}
                {samples.lost[at]! > 0 && <span class="failure-text"> · {samples.lost[at]} lost</span>}
                {(samples.flags[at]! & SAMPLE_FLAGS.disagreement) !== 0 && <span class="muted"> · disagree</span>}
              </td>
              <td>{samples.tags[at]}</td>
            </tr>
          ))}
          {after > 0 && <tr class="spacer" style={{ height: `${after}px` }} />}
        </tbody>
      </table>
    </section>
  );
}
