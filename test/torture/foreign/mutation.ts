/** The place of a mutation, and the files that must be left alone. */
export interface ForeignPlace {
  /** A workspace with a stranger's store in it. */
  workspace: string;
  /** Its store. */
  outputs: string;
  /** Files outside that nothing may be written to or taken from. */
  canary: string;
}

/** A store, pack or file of a stranger, and the commands that come across it. */
export interface ForeignMutation {
  name: string;
  family: string;
  /** Changes the store, which is a fresh copy. */
  change(place: ForeignPlace): void | Promise<void>;
  /** The output must equal that of the unchanged store: an index is no source. */
  saysTheSame?: boolean;
  /** `MERGE`, `EXPORT`, `PACK` and `UNPACK` stand for what try-foreign.ts knows. */
  commands: string[][];
}
