/** Where segments are kept: on a disk, or in memory. The store above knows nothing else about it. */
export interface Medium {
  /** The segments there are now, sorted by name; earlier writers first. */
  segments(): StoredSegment[];
  /** A segment of this process' own; nothing is created before the first append. */
  openWriter(): SegmentWriter;
  /** Lets go of everything that was opened for reading. */
  close(): void;
}

export interface StoredSegment {
  name: string;
  size(): number;
  /** Fewer bytes than asked for where the segment ends, to be used before the next are read. */
  read(offset: number, length: number): Buffer;
  /** The index as it was written, which may be missing, behind or damaged. */
  readIndex(): Buffer;
  /** Puts a whole new index in place of a missing or useless one; what cannot be written is left. */
  replaceIndex(text: string): void;
  /** True when the process that writes it is still there, so that a last line without an end may yet get one. */
  isBeingWritten(): boolean;
  /** True only when that process is known to run on this machine. */
  hasRunningWriter(): boolean;
}

export interface SegmentWriter {
  /** Null before the first append. */
  segment(): StoredSegment | null;
  /**
   * Appends and says where the bytes are. What was appended survives the end of the process, not yet a power cut. A
   * line that does not fit wholly leaves nothing behind. The bytes are not kept.
   */
  append(bytes: Buffer): { offset: number; length: number };
  appendIndex(text: string): void;
  /** Ends when everything appended so far is on the disk. */
  sync(): Promise<void>;
  close(): void;
}
