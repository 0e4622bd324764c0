/** One line of the table: a class of attempts. */
export interface TortureRow {
  what: string;
  attempts: number;
  held: number;
  /** Failures, or the reason why nothing was tried. */
  remarks?: string[];
}

/** Tries a corpus and gives a row for each class as soon as it is known. */
export type Torture = () => AsyncIterable<TortureRow>;
