/** Chunks by name, each composed on request. The list is built on first use. */
export interface ChunkTable {
  /** Undefined for an unknown name. */
  compose(name: string): unknown;
  /** Call after the store has changed. */
  forget(): void;
}

/** Chunk to compose on request. */
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

/** Computes a value on first use. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
