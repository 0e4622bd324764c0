/** Storage of segments, on disk or in memory. */
export interface Medium {
  /** Existing segments sorted by name, which sorts by age. */
  segments(): StoredSegment[];
  /** A segment for this process, created by the first append. */
  openWriter(): SegmentWriter;
  /** Closes everything opened for reading. */
  close(): void;
}

export interface StoredSegment {
  name: string;
  size(): number;
  /** Returns fewer bytes at the segment's end. They are valid until the next call. */
  read(offset: number, length: number): Buffer;
  /** Returns the index as written: possibly missing, outdated or damaged. */
  readIndex(): Buffer;
  /** Replaces a missing or unusable index; ignores write errors. */
  replaceIndex(text: string): void;
  /** True if the writing process is alive, so that an incomplete last line may still be finished. */
  isBeingWritten(): boolean;
  /** True only if that process is known to run on this machine. */
  hasRunningWriter(): boolean;
}

export interface SegmentWriter {
  /** Null before the first append. */
  segment(): StoredSegment | null;
  /**
   * Appends bytes and returns their position. They survive a crash, but not yet a power failure. A line that does not fit completely leaves
   * nothing behind. The bytes are not kept.
   */
  append(bytes: Buffer): { offset: number; length: number };
  appendIndex(text: string): void;
  /** Resolves when everything appended so far is on disk. */
  sync(): Promise<void>;
  close(): void;
}
