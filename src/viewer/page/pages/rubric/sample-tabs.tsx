import type { SamplePage } from "../../../wire/index.ts";
import { Scrolls } from "../../parts/tables/scrolls.tsx";
import { LongText } from "../../parts/texts/long-text.tsx";
import { prettyJson, RawAnswers } from "../../parts/texts/raw-answers.tsx";
import { route, setQuery } from "../../state/route.ts";

const TABS = { answers: "Raw answers", packet: "Question as sent", system: "System prompt" } as const;
type Tab = keyof typeof TABS;

/** Shows a sample's raw requests and answers. */
export function SampleTabs({ sample }: { sample: SamplePage }) {
  const chosen = route.value.query.get("tab") ?? "answers";
  const tab: Tab = chosen in TABS ? (chosen as Tab) : "answers";
  const text = tab === "system" ? sample.system : sample.user;
  return (
    <section class="card" aria-label="Everything behind it">
      <div class="tabs">
        {Object.entries(TABS).map(([name, words]) => (
          <button
            key={name}
            type="button"
            class="tab"
            aria-pressed={name === tab}
            onClick={() => setQuery({ tab: name === "answers" ? null : name })}
          >
            {words}
          </button>
        ))}
      </div>
      {tab === "answers" ? (
        <RawAnswers calls={sample.calls} />
      ) : text === null ? (
        <p class="empty">Its record is missing or damaged.</p>
      ) : (
        <Scrolls label="As it was sent">
          <pre class="raw">
            <LongText text={tab === "packet" ? prettyJson(text) : text} />
          </pre>
        </Scrolls>
      )}
    </section>
  );
}
