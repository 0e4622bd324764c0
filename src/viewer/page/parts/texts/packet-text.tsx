import { createContext } from "preact";
import { useContext, useMemo, useState } from "preact/hooks";
import { light, litSet, type QuoteName, type quotesByPath, stretchesOf } from "../../state/quotes.ts";

/** Quotes and judges' names, for all texts of the packet. */
export const Quoted = createContext<{
  byPath: ReturnType<typeof quotesByPath>;
  letterOf: (quote: QuoteName) => string;
}>({
  byPath: new Map(),
  letterOf: () => "",
});

/** Longer texts open on demand, as browsers need seconds to lay out a megabyte. */
const FIRST_CHARACTERS = 20_000;

/** Shows a text of the packet with its quotes marked, never as markup. */
export function PacketText({ path, text }: { path: string; text: string }) {
  const { byPath } = useContext(Quoted);
  const [isWhole, setWhole] = useState(false);
  const quotes = (byPath.get(path) ?? []).filter(({ at }) => !at.isField);
  const reach = Math.max(FIRST_CHARACTERS, ...quotes.map(({ at }) => at.end));
  const shown = isWhole || text.length <= reach ? text : text.slice(0, reach);
  const stretches = useMemo(() => stretchesOf(shown.length, quotes), [shown.length, quotes.length]);
  return (
    <span class="packet-text" data-path={path}>
      {stretches.map(({ start, end, quotes: own }) =>
        own.length === 0 ? shown.slice(start, end) : <Mark key={start} quotes={own} text={shown.slice(start, end)} />,
      )}
      {shown.length < text.length && (
        <button type="button" class="more" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString("en-US")} characters
        </button>
      )}
    </span>
  );
}

function Mark({ quotes, text }: { quotes: QuoteName[]; text: string }) {
  const { letterOf } = useContext(Quoted);
  const letters = [...new Set(quotes.map(letterOf))].sort();
  const isLit = quotes.some((name) => litSet.value.has(name));
  const show = () => light(quotes, "verdicts");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button would not break across lines as the text around it does
    <span
      class={isLit ? "mark-quoted lit" : "mark-quoted"}
      data-quoted={quotes.join(" ")}
      role="button"
      tabIndex={0}
      title={`quoted by ${letters.join(", ")}`}
      onClick={show}
      onKeyDown={({ key }) => key === "Enter" && show()}
    >
      {text}
    </span>
  );
}
