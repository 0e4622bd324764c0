import { formatCount, formatPercent } from "../../../../text/presentation/index.ts";
import { chunkName, type StorePage, type StoreRow } from "../../../wire/index.ts";
import { IntervalBar } from "../../parts/figures/interval-bar.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import { useKeys } from "../../state/keys.ts";
import { listKeys } from "../../state/list-keys.ts";
import { Judgings } from "./judgings.tsx";
import { ResultTable } from "./result-table.tsx";
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
          {page.campaigns.length + page.judgings.length === 0 && <NothingStored />}
          <Campaigns rows={page.campaigns} />
          <Trends rows={page.campaigns} />
          {page.judgings.map((list) => (
            <Judgings list={list} key={list.protocol} />
          ))}
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
    <ResultTable
      label="Campaigns"
      name="campaign"
      rows={rows}
      link={({ name, suite_id, run_profile, evaluation_profile }) => ({
        path: ["campaign", ...name.split("/")],
        words: suite_id,
        below: evaluation_profile === null ? run_profile : `${run_profile} · ${evaluation_profile}`,
      })}
      columns={[
        { number: "subjects" },
        { number: "cases" },
        { number: "trials" },
        "best subject",
        "score, 0 to 10",
        { number: "passed" },
      ]}
      cells={({ subjects, cases, trials, best, passed }) => (
        <>
          <td class="number">{formatCount(subjects)}</td>
          <td class="number">{formatCount(cases)}</td>
          <td class="number">{formatCount(trials)}</td>
          <td>{best ? best.model_id : <span class="muted">no score</span>}</td>
          <td>{best && <IntervalBar score={best.score} />}</td>
          <td class="number" title={passed ? `${passed.passed} of ${passed.decided}` : undefined}>
            {passed ? formatPercent(passed.passed / passed.decided) : "–"}
          </td>
        </>
      )}
    />
  );
}
