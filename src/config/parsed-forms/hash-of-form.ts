import { sha256 } from "../../text/index.ts";

const known = new WeakMap<object, string>();

/**
 * SHA-256 of a list with nothing but this form in it, as JSON: what judges are told of a case is identified by it. Of a form that comes from the
 * file of forms it is known, and ten thousand cases need not be put into JSON again. Nobody may change a form.
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
