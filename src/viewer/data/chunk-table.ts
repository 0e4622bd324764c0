/** Chunks by their names, each composed when it is asked for. What belongs in it is found out when the first of them is. */
export interface ChunkTable {
  /** Undefined when there is none of this name. */
  compose(name: string): unknown;
  /** After the store has changed. */
  forget(): void;
}

/** A chunk that is not composed yet. */
export type ListedChunk = [name: string, compose: () => unknown];

export function openChunkTable(list: () => Iterable<ListedChunk>): ChunkTable {
  let known: Map<string, () => unknown> | null = null;
  return {
    compose(name) {
      known ??= new Map(list());
      return known.get(name)?.();
    },
    forget() {
      known = null;
    },
  };
}

/** Makes what several chunks need when the first of them is asked for. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
