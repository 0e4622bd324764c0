export { canonicalHash, canonicalJson, sha256 } from "./canonical.ts";
export { asSeen, comparable } from "./comparable.ts";
export { type CsvRecord, csvLine, csvRecords, csvRecordsOf } from "./csv.ts";
export { separatorProblem } from "./csv-separator.ts";
export { escapeForPattern } from "./escape-pattern.ts";
export { FoldingStream, fold } from "./fold.ts";
export { isBlank } from "./is-blank.ts";
export { isRecord } from "./is-record.ts";
export { JsonStreamError, jsonElements } from "./json-elements.ts";
export { JSON_POINTER, valueAtPointer } from "./json-pointer.ts";
export {
  findJsonObjects,
  type JsonReading,
  type JsonText,
  readJsonText,
  readWholeJson,
} from "./json-reader.ts";
export { compileJsonSchema, type JsonSchemaCheck } from "./json-schema.ts";
export { DEEPEST_JSON, isJsonNestedDeeperThan, isNestedDeeperThan } from "./nesting.ts";
export { packageRoot } from "./package-root.ts";
export { packageVersion } from "./package-version.ts";
export { jsonObjectOrNull, jsonOrNull, parseJson } from "./parse-json.ts";
export { compilePattern } from "./pattern.ts";
export { type FieldRule, plainFields } from "./plain-fields.ts";
export type { CopyingArtefact } from "./quote-artefacts.ts";
export { findQuote, openQuoteSource, type QuoteMatch, type QuoteSource } from "./quote-match.ts";
export { readPrompt } from "./read-prompt.ts";
export { createRedactor, type Redactor, type RedactorOptions, redactJson } from "./redact.ts";
export { type ByteRedactor, createByteRedactor } from "./redact-bytes.ts";
export { REDACTED } from "./redacted.ts";
export { openJsonScan, scanJson } from "./scan-json.ts";
export { isPasswordName, isSecretName } from "./secret-names.ts";
export { shortenMiddle } from "./shorten-middle.ts";
export { timerMilliseconds } from "./timer-milliseconds.ts";
export { cutToCharacters } from "./utf8.ts";
export { type Utf8Line, utf8Lines } from "./utf8-lines.ts";
export { taglessJson, visibleJson } from "./visible-json.ts";
export { wellFormed } from "./well-formed.ts";
