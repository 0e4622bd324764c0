import { useEffect, useRef, useState } from "preact/hooks";
import type { LabelDeskState, LabelDeskTask, LabelQueueName, LabelRequest, ShownPart } from "../../../wire/index.ts";
import { type KeyAction, useKeys } from "../../state/keys.ts";
import { LabelAnswer } from "./label-answer.tsx";

type Ask = (request: LabelRequest) => Promise<boolean>;

/** Shows the packet on the left, the question and keys on the right, and a line of progress. */
export function LabelTaskView({ state, queue, ask }: { state: LabelDeskState; queue: LabelQueueName; ask: Ask }) {
  const { task, done, total, plan, problems } = state;
  useEffect(() => scrollTo(0, 0), []);
  useKeys([{ keys: ["z"], words: "undo the last answer", act: () => void ask({ action: "undo", ...queue }) }]);
  return (
    <>
      <div class="label-progress">
        <h1>Label</h1>
        <p role="status">{task === null ? `${done} of ${total} labelled` : `${done + 1} of ${total}`}</p>
        <progress value={done} max={Math.max(1, total)} aria-label="labelled" />
        <p class="muted">
          {queue.annotator}
          {queue.settles ? ", settling disagreements" : plan === null ? ", chosen by hand" : `, ${plan}`}
        </p>
      </div>
      {problems.map((problem) => (
        <p class="muted" key={problem}>
          {problem}
        </p>
      ))}
      {task === null ? (
        <p class="empty">
          Nothing is left. <kbd>z</kbd> undoes the last answer; <a href="#/label">choose something else</a>.
        </p>
      ) : (
        <Task task={task} queue={queue} ask={ask} />
      )}
    </>
  );
}

function Parts({ parts }: { parts: readonly ShownPart[] }) {
  return (
    <>
      {parts.map(({ title, text }) => (
        <div class="label-section" key={title}>
          <h3>{title}</h3>
          <pre>{text}</pre>
        </div>
      ))}
    </>
  );
}

function Task({ task, queue, ask }: { task: LabelDeskTask; queue: LabelQueueName; ask: Ask }) {
  const [quote, setQuote] = useState("");
  /** Keys may arrive faster than rendering. */
  const quoteNow = useRef("");
  const noteField = useRef<HTMLInputElement>(null);
  const isBusy = useRef(false);
  /** Answers a packet once: keys typed before the next packet appears are not meant for it. */
  const once = async (request: LabelRequest) => {
    if (isBusy.current) return;
    isBusy.current = true;
    isBusy.current = await ask(request);
  };
  const { id } = task;
  const skip = () => void once({ action: "skip", id, ...queue });
  const answer = (value: boolean | number | string) => {
    const note = noteField.current?.value.trim();
    const said = quoteNow.current;
    void once({ action: "answer", id, value, ...(said && { quote: said }), ...(note && { note }), ...queue });
  };
  const quoteSelection = () => {
    quoteNow.current = String(getSelection() ?? "").trim();
    setQuote(quoteNow.current);
  };
  const keys: KeyAction[] = [
    { keys: ["q"], words: "quote what is selected", act: quoteSelection },
    { keys: ["n"], words: "write a note; Esc leaves it", act: () => noteField.current?.focus() },
    { keys: [" ", "s"], words: "skip", act: skip },
  ];
  useKeys(keys);
  return (
    <div class="trial labelling">
      <section class="card packet" aria-label="Packet">
        {task.shared.length > 0 && (
          <div class="label-shared">
            <h2>Both</h2>
            <Parts parts={task.shared} />
          </div>
        )}
        <div class={task.shown.length > 1 ? "label-pair" : ""}>
          {task.shown.map((parts, side) => (
            <div class="label-side" key={side}>
              <h2>{task.shown.length > 1 ? "AB"[side] : "What the judge saw"}</h2>
              <Parts parts={parts} />
            </div>
          ))}
        </div>
      </section>
      <section class="card label-form" aria-label="Your answer">
        <LabelAnswer asked={task.asked} onAnswer={answer} />
        {task.opinions && (
          <div class="label-opinions">
            <h3>Said so far</h3>
            <ul>
              {task.opinions.map(({ value, quote: said, note: noted }, index) => (
                <li key={index}>
                  <strong>{value === true ? "pass" : value === false ? "fail" : String(value)}</strong>
                  {said !== null && ` “${said}”`}
                  {noted !== null && ` ${noted}`}
                </li>
              ))}
            </ul>
          </div>
        )}
        <p class="label-quote">
          {quote === "" ? (
            <span class="muted">
              Select words and press <kbd>q</kbd> to quote them.
            </span>
          ) : (
            <q>{quote}</q>
          )}
        </p>
        <label class="label-note">
          <span>Note</span>
          <input ref={noteField} onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()} />
        </label>
        <p class="muted">
          <kbd>space</kbd> skip <kbd>z</kbd> undo <kbd>n</kbd> note <kbd>?</kbd> all keys
        </p>
      </section>
    </div>
  );
}
