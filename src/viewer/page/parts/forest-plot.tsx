import { signal } from "@preact/signals";
import { formatSigned } from "../../../presentation/index.ts";
import type { CampaignPage, DrawnComparison } from "../../wire/index.ts";
import { href } from "../state/route.ts";

const FIRST_SHOWN = 10;
const showsAll = signal(false);

/** Every pair of subjects: how far apart they are, with the interval, and what may be said. */
export function ForestPlot({ page }: { page: CampaignPage }) {
  const known = page.comparisons.filter(({ difference }) => difference !== null);
  if (known.length === 0) return null;
  const reach = Math.max(
    1,
    ...known.map(({ low, high, difference }) => Math.max(Math.abs(low ?? difference!), Math.abs(high ?? difference!))),
  );
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
  const x = (value: number) => 50 + (value / reach) * 48;
  return (
    <tr class={shown ? "shown" : "open"}>
      <th scope="row">
        <a href={href(["campaign", ...campaign.split("/"), "compare", ...ids])}>
          {first} against {second}
        </a>
      </th>
      <td class="forest-bar">
        <svg viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">
          <line class="axis" x1="0" x2="100" y1="8" y2="8" />
          <line class="zero" x1="50" x2="50" y1="0" y2="16" />
          {low !== null && <line class="range" x1={x(low)} x2={x(high!)} y1="8" y2="8" />}
          <line class="dot" x1={x(difference!)} x2={x(difference!)} y1="8" y2="8" />
        </svg>
      </td>
      <td class="number">{formatSigned(difference!, 1)}</td>
      <td>{sentence}</td>
    </tr>
  );
}
