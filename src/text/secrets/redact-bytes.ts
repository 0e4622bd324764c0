import { knownKeys } from "./known-keys.ts";
import { privateKeys } from "./redact-private-keys.ts";
import { formsOfValues } from "./redact-values.ts";
import type { Range } from "./redacted.ts";

/** Overwrites secrets in binary content, keeping its length; null when there are none. */
export type ByteRedactor = (content: Buffer) => Buffer | null;

/** Redacts the given values and keys of known kinds, which are too long to occur by chance. */
export function createByteRedactor(secretValues: readonly string[]): ByteRedactor {
  const forms = formsOfValues(secretValues).map((form) => Buffer.from(form));
  return (content) => {
    let clean: Buffer | null = null;
    const overwrite = ({ from, until }: Range) => {
      clean ??= Buffer.from(content);
      clean.fill("*", from, until);
    };
    for (const form of forms)
      for (let at = content.indexOf(form); at >= 0; at = content.indexOf(form, at + form.length))
        overwrite({ from: at, until: at + form.length });
    // Latin-1 maps every byte to one character.
    const text = content.toString("latin1");
    for (const key of [...knownKeys(text), ...privateKeys(text)]) overwrite(key);
    return clean;
  };
}
