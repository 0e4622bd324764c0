import { closeSync, openSync } from "node:fs";

/** A store may have thousands of segments, and a process only so many files open at a time. */
const AT_MOST = 64;

/** Files open for reading: those used last stay open, the others are opened again when they are needed. */
export class OpenFiles {
  private readonly files = new Map<string, number>();

  constructor(private readonly openFile: (path: string) => number = (path) => openSync(path, "r")) {}

  /** A descriptor to be used at once and not kept. */
  get(path: string): number {
    const file = this.files.get(path) ?? this.open(path);
    this.files.delete(path);
    this.files.set(path, file);
    if (this.files.size > AT_MOST) {
      const [[oldest, descriptor]] = this.files as unknown as [[string, number]];
      this.files.delete(oldest);
      closeSync(descriptor);
    }
    return file;
  }

  /** Where a process may open few files, those kept open for speed are the first to go. */
  private open(path: string): number {
    try {
      return this.openFile(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EMFILE" || this.files.size === 0) throw error;
      this.closeAll();
      return this.openFile(path);
    }
  }

  closeAll(): void {
    for (const file of this.files.values()) closeSync(file);
    this.files.clear();
  }
}
