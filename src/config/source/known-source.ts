import { composedWhenAsked, parseText } from "./parse.ts";
import { readText } from "./read-text.ts";
import { type SourceFile, type Syntax, shownPathOf } from "./source-file.ts";

/**
 * A file whose value is known from before: it is read and parsed when somebody asks for what stands in it after all. Of ten thousand cases
 * mostly none is asked, so each holds nothing but where it lies.
 */
export class KnownSource implements SourceFile {
  private composed: (() => Syntax) | undefined;

  constructor(
    readonly path: string,
    private readonly root: string,
  ) {}

  get shownPath(): string {
    return shownPathOf(this.path, this.root);
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
