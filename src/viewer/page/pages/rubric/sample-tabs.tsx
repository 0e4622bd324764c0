import type { SamplePage } from "../../../wire/index.ts";
import { TabbedCard } from "../../parts/tabbed-card.tsx";
import { AsSent } from "../../parts/texts/as-sent.tsx";
import { prettyJson, RawAnswers } from "../../parts/texts/raw-answers.tsx";

const TABS = { answers: "Raw answers", packet: "Question as sent", system: "System prompt" } as const;

/** Shows a sample's raw requests and answers. */
export function SampleTabs({ sample }: { sample: SamplePage }) {
  return (
    <TabbedCard tabs={TABS}>
      {(tab) => {
        if (tab === "answers") return <RawAnswers calls={sample.calls} />;
        const text = tab === "system" ? sample.system : sample.user;
        if (text === null) return <p class="empty">Its record is missing or damaged.</p>;
        return <AsSent text={tab === "packet" ? prettyJson(text) : text} />;
      }}
    </TabbedCard>
  );
}
