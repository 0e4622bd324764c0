import { chunkName, type RawPage, type SentText, type TraceChunk, type TrialPage } from "../../../wire/index.ts";
import { TabbedCard } from "../../parts/tabbed-card.tsx";
import { AsSent } from "../../parts/texts/as-sent.tsx";
import { prettyJson, RawAnswers } from "../../parts/texts/raw-answers.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";
import { route } from "../../state/route.ts";
import { isSubjectShown } from "../../state/subject.ts";
import { TraceList } from "./trace-list.tsx";
import { TrialFiles } from "./trial-files.tsx";

const TABS = {
  run: "Cost and time",
  commands: "Repeat it",
  files: "Files",
  packet: "Packet",
  answers: "Raw answers",
  system: "System prompt",
  trace: "Trace",
} as const;
type Tab = keyof typeof TABS;

/** Shows raw requests and answers, loaded when opened. */
export function TrialTabs({ page, campaign }: { page: TrialPage; campaign: string }) {
  const files = page.run?.artifacts.length ?? 0;
  return (
    <TabbedCard tabs={{ ...TABS, files: files > 0 ? `${TABS.files} (${files})` : TABS.files }}>
      {(tab) => <TabBody tab={tab} page={page} campaign={campaign} />}
    </TabbedCard>
  );
}

function TabBody({ tab, page, campaign }: { tab: Tab; page: TrialPage; campaign: string }) {
  const ids = [campaign, page.model_id, page.case_id, page.repetition] as const;
  if (tab === "run") return <RunFacts page={page} />;
  const isNamed = isSubjectShown();
  if (tab === "commands")
    return !isNamed ? (
      <p class="empty">The commands name the subject; show it first, above or with the key s.</p>
    ) : (
      <dl class="facts">
        {page.commands.map(({ title, command }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
    );
  if (tab === "files")
    return page.run && page.run.artifacts.length > 0 ? (
      <TrialFiles ids={ids} />
    ) : (
      <p class="empty">The trial left no files.</p>
    );
  if (tab === "trace") {
    const count = page.run?.trace_chunks ?? 0;
    const number = Math.min(Math.max(0, Number(route.value.query.get("page") ?? 0) || 0), Math.max(0, count - 1));
    if (count === 0) return <p class="empty">Nothing was recorded.</p>;
    return (
      <Waiting
        loading={chunk<TraceChunk>(`${chunkName("trace", ...ids)}-${number}`).value}
        missing="The trace could not be read."
      >
        {(part) => <TraceList part={part} number={number} count={count} events={page.run!.events} />}
      </Waiting>
    );
  }
  return (
    <Waiting loading={chunk<RawPage>(chunkName("raw", ...ids)).value} missing="It could not be read.">
      {(raw) => <Raw tab={tab} raw={raw} />}
    </Waiting>
  );
}

/** Facts that reveal the subject. */
const NAMING = ["model", "gateway"];

function RunFacts({ page: { run } }: { page: TrialPage }) {
  if (!run) return <p class="empty">The record of the run is damaged.</p>;
  const isNamed = isSubjectShown();
  return (
    <dl class="facts">
      {run.facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{NAMING.includes(name) && !isNamed ? <span class="muted">hidden with the subject</span> : value}</dd>
        </div>
      ))}
      <div>
        <dt>run id</dt>
        <dd>
          <code>{run.run_id}</code>
        </dd>
      </div>
    </dl>
  );
}

function Raw({ tab, raw }: { tab: Tab; raw: RawPage }) {
  if (tab === "answers") return <RawAnswers calls={raw.calls} />;
  const { system, user } = raw;
  if (system === null || user === null) return <p class="empty">No judge was asked.</p>;
  if (tab === "packet") return <AsSent text={prettyJson(user)} />;
  return (
    <Waiting loading={chunk<SentText>(system).value} missing="It could not be read.">
      {({ text }) => <AsSent text={text} />}
    </Waiting>
  );
}
