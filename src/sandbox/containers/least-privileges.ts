/** Options of `run` for all our containers. */
export const LEAST_PRIVILEGES = ["--cap-drop=all", "--security-opt=no-new-privileges"];

/** Options of `run` and `exec`: settings in clear text, secrets by name only, which the client reads from its own environment. */
export function environmentOptions(
  settings: Record<string, string> = {},
  secrets: Record<string, string> = {},
): string[] {
  return [
    ...Object.entries(settings).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
    ...Object.keys(secrets).flatMap((key) => ["--env", key]),
  ];
}
