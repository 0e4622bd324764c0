import { useState } from "preact/hooks";

const FIRST_CHARACTERS = 20_000;
const NEXT_CHARACTERS = 200_000;

/** Shows a long text piece by piece, never as markup. */
export function LongText({ text }: { text: string }) {
  const [length, setLength] = useState(FIRST_CHARACTERS);
  return (
    <span class="packet-text">
      {text.slice(0, length)}
      {text.length > length && (
        <button type="button" class="more" onClick={() => setLength(length + NEXT_CHARACTERS)}>
          Show more of {text.length.toLocaleString("en-US")} characters
        </button>
      )}
    </span>
  );
}
