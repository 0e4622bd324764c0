import { isPasswordName } from "./secret-names.ts";

/**
 * Judges by its randomness if a value with a secret name is a secret. Programs and documents are full of `password: string` and
 * `token = request.token`; those stay.
 */
export function looksLikeSecret(value: string, name: string, { isQuoted = true } = {}): boolean {
  if (/\s/.test(value) || isPlaceholder(value) || isPlaceOrTime(value)) return false;
  const isVariable = !/[a-z]/.test(name);
  // Outside quotes, a word in a program is a name; in the environment it is a value.
  if (!isQuoted && !isVariable && isNameLike(value)) return false;
  if (isPasswordName(name) || /_PASS$/.test(name))
    return value.length >= 8 && /[A-Za-z]/.test(value) && /[\d!@#$%^&*?~+]/.test(value);
  return value.length >= 12 && /[A-Za-z]/.test(value) && /\d/.test(value) && !isNameLike(value);
}

/** Judges the value of an authorization header, less strictly after `Authorization: Basic` than after `Authorization:` alone. */
export function looksLikeCredentials(value: string, scheme: string): boolean {
  if (isPlaceholder(value)) return false;
  if (scheme !== "") return /\d|[a-z][A-Z]|=$/.test(value) || value.length >= 24;
  return value.length >= 16 && /[A-Za-z]/.test(value) && /\d/.test(value) && !isNameLike(value);
}

/** True for placeholders of secrets: `${TOKEN}`, `<your key>`, `changeme`. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value);
}

const PLACEHOLDER =
  /^[$<{%*#([]|\$\{|\{\{|^(?:process|os|env|self|this|args|config|settings|secrets|vars|import)\.|your|example|change[_-]?me|placeholder|redacted|dummy|xxxx|\.\.\.|…|insert|replace|^(?:password|passwd|pass|pw|secret|token|api[_-]?key|test|string|none|null|undefined|true|false|user)\d{0,3}$/i;

/**
 * True for words, perhaps numbered: `user_profile_v2`, `settings.token`. Tests for excluded characters, because one pattern for
 * the whole would try every way to split a row of dashes.
 */
function isNameLike(value: string): boolean {
  return /^[A-Za-z$_]/.test(value) && !/[^A-Za-z$_0-9.:/-]|\d{5}|\d[A-Za-z$]/.test(value);
}

function isPlaceOrTime(value: string): boolean {
  return /^(?:\.{0,2}\/|~|[A-Za-z]:[\\/])|:\/\/|^\d{4}-\d\d-\d\d/.test(value);
}
