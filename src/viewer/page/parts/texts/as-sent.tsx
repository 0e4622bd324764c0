import { Scrolls } from "../tables/scrolls.tsx";
import { LongText } from "./long-text.tsx";

/** Shows a message exactly as it was sent. */
export function AsSent({ text }: { text: string }) {
  return (
    <Scrolls label="As it was sent">
      <pre class="raw">
        <LongText text={text} />
      </pre>
    </Scrolls>
  );
}
