export { NAME_REMOVED, type NameHider, offsetBefore, openNameHider } from "./blind/hide-names.ts";
export { type CsvRecord, csvLine, csvRecords, csvRecordsOf } from "./csv.ts";
export { separatorProblem } from "./csv-separator.ts";
export { FoldingStream, fold } from "./fold.ts";
export { addTo, groupBy } from "./group-by.ts";
export { isBlank } from "./is-blank.ts";
export { canonicalHash, canonicalJson, sha256 } from "./json/canonical.ts";
export { isRecord } from "./json/is-record.ts";
export { JsonStreamError, jsonElements } from "./json/json-elements.ts";
export { JSON_POINTER, valueAtPointer } from "./json/json-pointer.ts";
export {
  findJsonObjects,
  type JsonReading,
  type JsonText,
  readJsonText,
  readWholeJson,
} from "./json/json-reader.ts";
export { compileJsonSchema, type JsonSchemaCheck } from "./json/json-schema.ts";
export { DEEPEST_JSON, isJsonNestedDeeperThan, isNestedDeeperThan } from "./json/nesting.ts";
export { jsonObjectOrNull, jsonOrNull, parseJson } from "./json/parse-json.ts";
export { type FieldRule, plainFields } from "./json/plain-fields.ts";
export { openJsonScan, scanJson } from "./json/scan-json.ts";
export { taglessJson, visibleJson } from "./json/visible-json.ts";
export { normalizeForComparison, normalizeForDisplay } from "./normalize-text.ts";
export { packageRoot } from "./package-root.ts";
export { packageVersion } from "./package-version.ts";
export { escapeForPattern } from "./patterns/escape-pattern.ts";
export { compilePattern } from "./patterns/pattern.ts";
export type { CopyingArtefact } from "./quotes/quote-artefacts.ts";
export { findQuote, openQuoteSource, type QuoteMatch, type QuoteSource } from "./quotes/quote-match.ts";
export { readPrompt } from "./read-prompt.ts";
export { createRedactor, type Redactor, type RedactorOptions, redactJson } from "./secrets/redact.ts";
export { type ByteRedactor, createByteRedactor } from "./secrets/redact-bytes.ts";
export { REDACTED } from "./secrets/redacted.ts";
export { isPasswordName, isSecretName } from "./secrets/secret-names.ts";
export { shortenMiddle } from "./shorten-middle.ts";
export { timerMilliseconds } from "./timer-milliseconds.ts";
export { cutToCharacters } from "./utf8.ts";
export { type Utf8Line, utf8Lines } from "./utf8-lines.ts";
export { wellFormed } from "./well-formed.ts";
