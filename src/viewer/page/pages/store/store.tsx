import { formatCount, formatPercent } from "../../../../text/presentation/index.ts";
import { chunkName, type StorePage, type StoreRow } from "../../../wire/index.ts";
import { IntervalBar } from "../../parts/figures/interval-bar.tsx";
import { StateChip } from "../../parts/figures/marks.tsx";
import { Scrolls } from "../../parts/tables/scrolls.tsx";
import { TableHead } from "../../parts/tables/table-head.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import { useKeys } from "../../state/keys.ts";
import { listKeys } from "../../state/list-keys.ts";
import { href } from "../../state/route.ts";
import { LastStored } from "./last-stored.tsx";
import { Batches, Rubrics } from "./named-lists.tsx";
import { Trends } from "./trends.tsx";

const KEYS = listKeys(".rows tbody th a", "result");

/** Lists everything stored, newest first. */
export function StoreView() {
  useKeys(KEYS);
  return (
    <Waiting loading={chunk<StorePage>(chunkName("store")).value} missing="The store could not be read.">
      {(page) => (
        <>
          <div class="title">
            <h1>Store</h1>
            <p class="muted path">{page.outputs}</p>
          </div>
          {page.campaigns.length + page.rubrics.length + page.batches.length === 0 && <NothingStored />}
          {page.campaigns.length > 0 && <Campaigns rows={page.campaigns} />}
          <Trends rows={page.campaigns} />
          <Rubrics rows={page.rubrics} />
          <Batches rows={page.batches} />
          <footer class="muted">Assay {page.version}</footer>
        </>
      )}
    </Waiting>
  );
}

function NothingStored() {
  return (
    <section class="card empty">
      <h2>Nothing is stored yet</h2>
      <p>
        <code>assay init my-evals</code> makes a workspace that runs offline; <code>assay run-eval</code> runs and
        judges it. This page updates itself.
      </p>
    </section>
  );
}

function Campaigns({ rows }: { rows: StoreRow[] }) {
  return (
    <Scrolls card label="Campaigns">
      <table class="rows">
        <TableHead
          columns={[
            "campaign",
            "state",
            { number: "subjects" },
            { number: "cases" },
            { number: "trials" },
            "best subject",
            "score, 0 to 10",
            { number: "passed" },
            { number: "cost" },
            "last stored",
          ]}
        />
        <tbody>
          {rows.map((row) => (
            <Campaign row={row} key={row.name} />
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function Campaign({ row }: { row: StoreRow }) {
  const { name, best, passed } = row;
  return (
    <tr>
      <th scope="row">
        <a href={href(["campaign", ...name.split("/")])}>{row.suite_id}</a>
        <div class="muted small">
          {row.run_profile}
          {row.evaluation_profile === null ? "" : ` · ${row.evaluation_profile}`}
        </div>
      </th>
      <td>
        <StateChip state={row.state} missing={row.missing} />
      </td>
      <td class="number">{formatCount(row.subjects)}</td>
      <td class="number">{formatCount(row.cases)}</td>
      <td class="number">{formatCount(row.trials)}</td>
      <td>{best ? best.model_id : <span class="muted">no score</span>}</td>
      <td>{best && <IntervalBar score={best.score} />}</td>
      <td class="number" title={passed ? `${passed.passed} of ${passed.decided}` : undefined}>
        {passed ? formatPercent(passed.passed / passed.decided) : "–"}
      </td>
      <td class="number">{row.cost}</td>
      <LastStored at={row.last_at} />
    </tr>
  );
}
