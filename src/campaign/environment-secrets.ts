/** Shorter values of such variables are switches and placeholders, not secrets. */
const SHORTEST = 16;

/** Values of environment variables whose names say that they are secret, used or not: a subject might print them. */
export function environmentSecrets(env: Record<string, string | undefined>): string[] {
  return Object.entries(env)
    .filter(([name]) => /(?:^|_)(?:API_?KEY|ACCESS_KEY|SECRET|SECRET_KEY|TOKEN|PASSWORD|PASSWD)$/i.test(name))
    .flatMap(([, value]) => (value && value.trim().length >= SHORTEST ? [value.trim()] : []));
}
