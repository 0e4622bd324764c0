import { type BatchPage, chunkName, ITEMS_IN_A_CHUNK, type ItemChunk } from "../../../wire/index.ts";
import { LongText } from "../../parts/texts/long-text.tsx";
import { PacketTree } from "../../parts/texts/packet-tree.tsx";
import { VerdictFacts } from "../../parts/texts/verdict-facts.tsx";
import { Waiting } from "../../parts/waiting.tsx";
import { chunk } from "../../state/chunks.ts";

/** Shows an item as the judges saw it, with their answers. Singletons are numbered after the items. */
export function JudgedItem({ page, id, at }: { page: BatchPage; id: string; at: number }) {
  const number = Math.floor(at / ITEMS_IN_A_CHUNK);
  return (
    <section class="chosen" aria-label={id}>
      <h3>{id}</h3>
      <Waiting
        loading={chunk<ItemChunk>(chunkName("units", "batch", page.name, number)).value}
        missing="What was said about it could not be read."
      >
        {({ first, items }) => {
          const item = items[at - first];
          if (!item) return <p class="empty">It is not in the result any more.</p>;
          return (
            <div class="both">
              <article aria-label="What the judges saw">
                <p class="muted">what the judges saw</p>
                {item.shown === null ? (
                  <p class="failure-text">sample.json beside the result is missing or damaged.</p>
                ) : (
                  <PacketTree path="item" value={item.shown} />
                )}
              </article>
              <article aria-label="What they said">
                <p class="muted">what they said</p>
                {item.opinions.map(({ judge, repetition, said, problem }) => (
                  <VerdictFacts key={`${judge} ${repetition}`} judge={judge} repetition={repetition} problem={problem}>
                    {said.map(([name, value]) => (
                      <div key={name}>
                        <dt>{name.replaceAll("_", " ")}</dt>
                        <dd>
                          <LongText text={value} />
                        </dd>
                      </div>
                    ))}
                  </VerdictFacts>
                ))}
              </article>
            </div>
          );
        }}
      </Waiting>
    </section>
  );
}
