import { isPasswordName } from "./secret-names.ts";

/**
 * Whether a value is as random as its name makes one fear. Programs and documents are full of `password: string` and
 * `token = request.token`; those stay.
 */
export function looksLikeSecret(value: string, name: string, { isQuoted = true } = {}): boolean {
  if (/\s/.test(value) || isPlaceholder(value) || isPlaceOrTime(value)) return false;
  const isVariable = !/[a-z]/.test(name);
  // Outside of quotes, a word in a program is a name; in the environment it is a value.
  if (!isQuoted && !isVariable && isNameLike(value)) return false;
  if (isPasswordName(name) || /_PASS$/.test(name))
    return value.length >= 8 && /[A-Za-z]/.test(value) && /[\d!@#$%^&*?~+]/.test(value);
  return value.length >= 12 && /[A-Za-z]/.test(value) && /\d/.test(value) && !isNameLike(value);
}

/** What stands after `Authorization: Basic` is taken for a secret sooner than after `Authorization:` alone. */
export function looksLikeCredentials(value: string, scheme: string): boolean {
  if (isPlaceholder(value)) return false;
  if (scheme !== "") return /\d|[a-z][A-Z]|=$/.test(value) || value.length >= 24;
  return value.length >= 16 && /[A-Za-z]/.test(value) && /\d/.test(value) && !isNameLike(value);
}

/** Stands for a secret, but is none: `${TOKEN}`, `<your key>`, `changeme`. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value);
}

const PLACEHOLDER =
  /^[$<{%*#([]|\$\{|\{\{|^(?:process|os|env|self|this|args|config|settings|secrets|vars|import)\.|your|example|change[_-]?me|placeholder|redacted|dummy|xxxx|\.\.\.|…|insert|replace|^(?:password|passwd|pass|pw|secret|token|api[_-]?key|test|string|none|null|undefined|true|false|user)\d{0,3}$/i;

/**
 * Words, each perhaps with a number behind it: `user_profile_v2`, `settings.token`. It is told by what it must not have, because a pattern for the
 * whole would try every way to divide a row of dashes.
 */
function isNameLike(value: string): boolean {
  return /^[A-Za-z$_]/.test(value) && !/[^A-Za-z$_0-9.:/-]|\d{5}|\d[A-Za-z$]/.test(value);
}

function isPlaceOrTime(value: string): boolean {
  return /^(?:\.{0,2}\/|~|[A-Za-z]:[\\/])|:\/\/|^\d{4}-\d\d-\d\d/.test(value);
}
