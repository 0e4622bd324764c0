import { formatCount, formatFixed } from "../../../../text/presentation/index.ts";
import { type BatchPage, chunkName } from "../../../wire/index.ts";
import { Distribution } from "../../parts/figures/distribution.tsx";
import { IntervalBar } from "../../parts/figures/interval-bar.tsx";
import { StateChip } from "../../parts/figures/marks.tsx";
import { Lines } from "../../parts/lines.tsx";
import { Scrolls } from "../../parts/tables/scrolls.tsx";
import { TableHead } from "../../parts/tables/table-head.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import type { JudgingAddress } from "../../state/current-page.ts";
import { useKeys } from "../../state/keys.ts";
import { listKeys, SEARCH_KEY } from "../../state/list-keys.ts";
import { goTo } from "../../state/route.ts";
import { BatchDecisions } from "./batch-decisions.tsx";
import { BatchItems } from "./batch-items.tsx";
import { BatchSingletons } from "./batch-singletons.tsx";

export function BatchView({ name }: JudgingAddress) {
  return (
    <Waiting
      loading={chunk<BatchPage>(chunkName("judging", "batch", name)).value}
      missing={`The store has no experiment called ${name}.`}
    >
      {(page) => <Batch page={page} />}
    </Waiting>
  );
}

/** Shows an experiment judged in batches: whether to keep it, then every item. */
function Batch({ page }: { page: BatchPage }) {
  useKeys([
    SEARCH_KEY,
    ...listKeys(".items button", "item"),
    { keys: ["Escape", "u"], words: "back to the store", act: () => goTo("/") },
  ]);
  const judges = page.judges.map(
    ({ model, repetitions, offline }) =>
      `${model}${repetitions > 1 ? ` × ${repetitions}` : ""}${offline ? " (offline program, not an LLM)" : ""}`,
  );
  return (
    <>
      <div class="title">
        <h1>{page.name}</h1>
        <StateChip state={page.state} missing={page.missing} />
        <p class="muted">
          {page.title} · judged in batches by {judges.join(", ")}
        </p>
      </div>
      <BatchDecisions page={page} />
      <div class="split">
        <section class="card" aria-labelledby="mean-title">
          <h2 id="mean-title">
            {page.primary}, {page.scale.low} to {page.scale.high}, {page.direction}
          </h2>
          {page.mean && (
            <p class="wide-interval">
              <IntervalBar score={page.mean} scale={page.scale} digits={2} />
            </p>
          )}
          <Lines
            lines={[page.mean_words, ...page.lines, ...page.secondary.map(({ name, words }) => `${name}: ${words}`)]}
          />
        </section>
        <section class="card" aria-labelledby="distribution-title">
          <h2 id="distribution-title">Distribution</h2>
          <Distribution
            rows={page.distribution.toReversed().map(({ score, items }) => ({ score, counts: [items] }))}
            groups={["items"]}
            caption={`How many items have each ${page.primary}`}
          />
        </section>
      </div>
      <Strata page={page} />
      <BatchItems page={page} />
      <BatchSingletons page={page} />
      {page.broken.length > 0 && (
        <section class="card" aria-labelledby="broken-title">
          <h2 id="broken-title">Answers that broke the contract</h2>
          <Lines lines={page.broken} />
        </section>
      )}
    </>
  );
}

function Strata({ page: { strata, scale } }: { page: BatchPage }) {
  if (strata.length < 2) return null;
  return (
    <Scrolls card label="Strata">
      <h2>Strata</h2>
      <table class="rows strata">
        <TableHead
          columns={["bucket", { number: "items" }, { number: "sampled" }, { number: "scored" }, "mean", "in words"]}
        />
        <tbody>
          {strata.map(({ stratum, population, sampled, scored, mean, words }) => (
            <tr key={stratum}>
              <th scope="row">{stratum}</th>
              <td class="number">{formatCount(population)}</td>
              <td class="number">{formatCount(sampled)}</td>
              <td class="number">{formatCount(scored)}</td>
              <td>{mean ? <IntervalBar score={mean} scale={scale} digits={2} /> : formatFixed(null, 2)}</td>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
