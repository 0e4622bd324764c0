import { composedWhenAsked, parseText } from "./parse.ts";
import { readText } from "./read-text.ts";
import { displayPath, type SourceFile, type Syntax } from "./source-file.ts";

/**
 * A file with a known value, read and parsed only to point into it. Most of ten thousand cases are not, so each costs little more than its
 * path.
 */
export class KnownSource implements SourceFile {
  private composed: (() => Syntax) | undefined;

  constructor(
    readonly path: string,
    private readonly root: string,
  ) {}

  get shownPath(): string {
    return displayPath(this.path, this.root);
  }

  get text(): string {
    const read = readText(this.path);
    return read.ok ? read.text : "";
  }

  get value(): unknown {
    return parseText(this.text, this.path, this.shownPath).source?.value;
  }

  syntax(): Syntax {
    this.composed ??= composedWhenAsked(() => this.text);
    return this.composed();
  }
}
