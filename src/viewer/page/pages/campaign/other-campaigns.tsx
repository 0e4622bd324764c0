import { formatFixed } from "../../../../text/presentation/index.ts";
import { type CampaignPage, chunkName, type StorePage } from "../../../wire/index.ts";
import { chunk } from "../../state/chunks.ts";
import { href } from "../../state/route.ts";

/** The first page lists more. */
const MOST_LISTED = 9;

/** Lists campaigns of the same suite, each to compare with this one. */
export function OtherCampaigns({ page }: { page: CampaignPage }) {
  const loading = chunk<StorePage>(chunkName("store")).value;
  if (loading.state !== "there" || page.evaluation_profile === null) return null;
  const same = loading.value.campaigns.filter(
    ({ suite_id, evaluation_profile }) => suite_id === page.suite_id && evaluation_profile !== null,
  );
  const own = same.findIndex(({ name }) => name === page.name);
  const others = same.filter((_, at) => at !== own).slice(0, MOST_LISTED);
  if (own === -1 || others.length === 0) return null;
  return (
    <section class="card" aria-labelledby="others-title">
      <h2 id="others-title">Other campaigns of this suite</h2>
      <ul class="lines others">
        {others.map(({ name, run_profile, evaluation_profile, last_at, best }) => {
          // The list is sorted newest first, so a row after this one is the base.
          const isEarlier = same.findIndex((row) => row.name === name) > own;
          const sides = isEarlier ? [name, page.name] : [page.name, name];
          return (
            <li key={name}>
              <a href={href(["compare", ...sides.flatMap((side) => side.split("/"))])}>
                compare with {run_profile} · {evaluation_profile}
              </a>{" "}
              <span class="muted">
                {isEarlier ? "earlier" : "later"}, {last_at.slice(0, 16).replace("T", " ")}
                {best ? `, best ${formatFixed(best.score.mean, 1)}` : ""}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
