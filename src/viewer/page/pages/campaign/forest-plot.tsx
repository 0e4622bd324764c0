import { signal } from "@preact/signals";
import { formatSigned } from "../../../../text/presentation/index.ts";
import type { CampaignPage, DrawnComparison } from "../../../wire/index.ts";
import { DifferenceBar, reachOf } from "../../parts/figures/difference-bar.tsx";
import { href, route } from "../../state/route.ts";

const FIRST_SHOWN = 10;
const showsAll = signal(false);

/** Shows the difference of each pair of subjects with its interval and what may be concluded. */
export function ForestPlot({ page }: { page: CampaignPage }) {
  const known = page.comparisons.filter(({ difference }) => difference !== null);
  if (known.length === 0) return null;
  const reach = reachOf(known.map(({ difference, low, high }) => ({ difference: difference!, low, high })));
  const shown = showsAll.value ? known : known.slice(0, FIRST_SHOWN);
  return (
    <section class="card" aria-labelledby="differences-title">
      <h2 id="differences-title">Differences</h2>
      <table class="forest">
        <caption class="sr-only">Differences between subjects with 95 % intervals</caption>
        <tbody>
          {shown.map((comparison) => (
            <Row {...{ comparison, reach }} campaign={page.name} key={comparison.ids.join("/")} />
          ))}
        </tbody>
      </table>
      {known.length > FIRST_SHOWN && (
        <button type="button" onClick={() => (showsAll.value = !showsAll.value)}>
          {showsAll.value ? "Show fewer" : `Show all ${known.length}`}
        </button>
      )}
    </section>
  );
}

function Row({ comparison, reach, campaign }: { comparison: DrawnComparison; reach: number; campaign: string }) {
  const { difference, low, high, shown, sentence, first, second, ids } = comparison;
  return (
    <tr class={shown ? "shown" : "open"}>
      <th scope="row">
        <a href={href(["campaign", ...campaign.split("/"), "compare", ...ids], route.value.query)}>
          {first} against {second}
        </a>
      </th>
      <td class="forest-bar">
        <DifferenceBar {...{ low, high, reach }} difference={difference!} />
      </td>
      <td class="number">{formatSigned(difference!, 1)}</td>
      <td>{sentence}</td>
    </tr>
  );
}
