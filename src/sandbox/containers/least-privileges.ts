/** Words for `run` that every container of ours has. */
export const LEAST_PRIVILEGES = ["--cap-drop=all", "--security-opt=no-new-privileges"];

/** Words for `run` and `exec`: settings in the clear, secrets by name only, which the client looks up in its own environment. */
export function environmentWords(
  settings: Record<string, string> = {},
  secrets: Record<string, string> = {},
): string[] {
  return [
    ...Object.entries(settings).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
    ...Object.keys(secrets).flatMap((key) => ["--env", key]),
  ];
}
