import { isPasswordName, isSecretName } from "../text/index.ts";

/** Length from which a value is a secret if its name says so; a shorter one may be a switch, a placeholder or an ordinary word. */
const LONG_ENOUGH = 16;
const SHORTEST = 8;

/** Secret values of environment variables, used or not, and passwords in URLs: a subject might print them. */
export function environmentSecrets(env: Record<string, string | undefined>): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const trimmed = value?.trim() ?? "";
    return [...(isSecretName(name) && isSecretValue(name, trimmed) ? [trimmed] : []), ...passwordInUrl(trimmed)];
  });
}

function isSecretValue(name: string, value: string): boolean {
  if (isPlace(value)) return false;
  if (value.length >= LONG_ENOUGH) return true;
  // `password` and `changeme` are words common in answers.
  const isMixed = /[A-Za-z]/.test(value) && /[^A-Za-z]/.test(value);
  return value.length >= SHORTEST && isMixed && (isPasswordName(name) || /\d/.test(value));
}

/** `SSH_KEY=/home/me/.ssh/id_rsa` names a file; its path is no secret, and common in texts. */
function isPlace(value: string): boolean {
  return /^(?:~|\.{0,2})\/[\w.@/-]*$|^[A-Za-z]:[\\/]/.test(value);
}

/** `DATABASE_URL`, `HTTPS_PROXY`: under any variable name. */
function passwordInUrl(value: string): string[] {
  const [, password = ""] = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:([^\s/@]+)@/i.exec(value) ?? [];
  return password.length >= SHORTEST ? [password] : [];
}
