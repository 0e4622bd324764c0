export { canonicalHash, canonicalJson, sha256 } from "./canonical.ts";
export { type CsvRecord, csvLine, csvRecords } from "./csv.ts";
export { escapeForPattern } from "./escape-pattern.ts";
export { FoldingStream, fold } from "./fold.ts";
export { isBlank } from "./is-blank.ts";
export { isRecord } from "./is-record.ts";
export { type JsonElement, JsonStreamError, jsonElements } from "./json-elements.ts";
export { packageRoot } from "./package-root.ts";
export { packageVersion } from "./package-version.ts";
export { type FieldRule, plainFields } from "./plain-fields.ts";
export { COPYING_ARTEFACTS, type CopyingArtefact } from "./quote-artefacts.ts";
export { findQuote, openQuoteSource, type QuoteMatch, type QuoteSource } from "./quote-match.ts";
export {
  type ByteRedactor,
  createByteRedactor,
  createRedactor,
  REDACTED,
  type Redactor,
  type RedactorOptions,
  redactJson,
} from "./redact.ts";
export { cutToCharacters } from "./utf8.ts";
export { type Utf8Line, utf8Lines } from "./utf8-lines.ts";
export { taglessJson, visibleJson } from "./visible-json.ts";
