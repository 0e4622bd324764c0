import { closeSync, openSync } from "node:fs";

/** A store may have thousands of segments, and processes may open only so many files. */
const AT_MOST = 64;

/** Files open for reading. Recently used ones stay open; others are reopened on demand. */
export class OpenFiles {
  private readonly files = new Map<string, number>();

  constructor(private readonly openFile: (path: string) => number = (path) => openSync(path, "r")) {}

  /** Returns a descriptor for immediate use. */
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

  /** When a process reaches its limit, closes cached files first. */
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
