import { useRef, useState } from "preact/hooks";
import type { LabelDeskTask } from "../../../wire/index.ts";
import { type KeyAction, useKeys } from "../../state/keys.ts";

type Asked = LabelDeskTask["asked"];
type Answer = (value: boolean | number | string) => void;

/** Shows the question with its keys. A single key answers a choice; scores are typed and end with Enter. */
export function LabelAnswer({ asked, onAnswer }: { asked: Asked; onAnswer: Answer }) {
  return (
    <>
      <h2>{asked.words}</h2>
      {asked.kind === "score" ? (
        <Score asked={asked} onAnswer={onAnswer} />
      ) : (
        <Choices asked={asked} onAnswer={onAnswer} />
      )}
    </>
  );
}

function Choices({ asked, onAnswer }: { asked: Asked; onAnswer: Answer }) {
  const choices = choicesOf(asked);
  useKeys(choices.map(({ key, words, value }): KeyAction => ({ keys: [key], words, act: () => onAnswer(value) })));
  return (
    <ul class="label-choices">
      {choices.map(({ key, words, value }) => (
        <li key={key}>
          <button type="button" onClick={() => onAnswer(value)}>
            <kbd>{key}</kbd> {words}
          </button>
        </li>
      ))}
    </ul>
  );
}

function choicesOf({ kind, bands }: Asked): { key: string; words: string; value: boolean | string }[] {
  if (kind === "pass")
    return [
      { key: "p", words: "pass", value: true },
      { key: "f", words: "fail", value: false },
    ];
  if (kind === "preference")
    return [
      { key: "a", words: "A is better", value: "a" },
      { key: "b", words: "B is better", value: "b" },
      { key: "t", words: "a tie", value: "tie" },
    ];
  // Bands often score 0, 1, 2; if a score needs two keys, its position in the list is the key.
  const areKeys = bands.every(({ value }) => /^\d$/.test(value));
  return bands.map(({ value, criteria }, index) => ({
    key: areKeys ? value : String(index + 1),
    words: areKeys ? criteria : `${value}: ${criteria}`,
    value,
  }));
}

function Score({ asked: { low, high }, onAnswer }: { asked: Asked; onAnswer: Answer }) {
  const [typed, setTyped] = useState("");
  // Read what was typed, not what is drawn: typing 10 and Enter can be faster than rendering.
  const now = useRef("");
  const isUsable = (text: string) => {
    const score = text === "" ? Number.NaN : Number(text);
    return Number.isFinite(score) && (low === null || score >= low) && (high === null || score <= high);
  };
  const type = (text: string) => {
    now.current = text;
    setTyped(text);
  };
  const store = () => isUsable(now.current) && onAnswer(Number(now.current));
  useKeys([
    {
      keys: ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "-"],
      words: "type a score",
      act: (key) => type(now.current + key),
    },
    { keys: ["Enter"], words: "store the score", act: store },
    { keys: ["Backspace"], words: "edit the score", act: () => type(now.current.slice(0, -1)) },
  ]);
  return (
    <div class="label-score">
      <output aria-label="Score" class={isUsable(typed) || typed === "" ? "" : "failure-text"}>
        {typed === "" ? "–" : typed}
      </output>
      <button type="button" onClick={store} disabled={!isUsable(typed)}>
        <kbd>Enter</kbd> store
      </button>
      {low !== null && high !== null && high - low <= 10 && Number.isInteger(low) && (
        <p class="label-digits">
          {Array.from({ length: high - low + 1 }, (_, index) => low + index).map((value) => (
            <button type="button" key={value} onClick={() => onAnswer(value)}>
              {value}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}
