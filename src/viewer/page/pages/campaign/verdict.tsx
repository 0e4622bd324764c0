import type { CampaignPage } from "../../../wire/index.ts";
import { href } from "../../state/route.ts";

/** Shows the findings, and the trials that need a person. */
export function Verdict({ page }: { page: CampaignPage }) {
  const { sentences, needs_eyes } = page.verdict;
  const path = ["campaign", ...page.name.split("/")];
  return (
    <section class="card verdict" aria-labelledby="verdict-title">
      <h2 id="verdict-title" class="overline">
        Verdict
      </h2>
      {sentences.map((sentence, at) => (
        <p key={sentence} class={at === 0 ? "lead" : ""}>
          {sentence}
        </p>
      ))}
      {needs_eyes.length > 0 && (
        <p class="eyes">
          <span class="muted">Needs your eyes:</span>
          {needs_eyes.map(({ count, words, filter }) => (
            <a key={filter} class="pill" href={href(path, filterQuery(filter))}>
              {count} {words}
            </a>
          ))}
        </p>
      )}
    </section>
  );
}

function filterQuery(filter: string): Record<string, string> {
  return filter === "unfounded" || filter === "disagreement" ? { flag: filter } : { outcome: filter };
}
