import { sha256 } from "../../text/index.ts";

const known = new WeakMap<object, string>();

/**
 * Hashes a form as the only element of a JSON list, the identity of what judges see of a case. Forms from the cache bring their hash, which
 * avoids serialising ten thousand cases. Forms must not be modified.
 */
export function hashOfForm(form: object): string {
  return known.get(form) ?? hashOfJson(JSON.stringify(form));
}

export function hashOfJson(json: string): string {
  return sha256(`[${json}]`);
}

export function rememberHash(form: object, hash: string): void {
  known.set(form, hash);
}
