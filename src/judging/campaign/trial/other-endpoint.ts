/**
 * Explains that a stored result was made at another endpoint, with a remedy. An endpoint that no file names comes from
 * OPENROUTER_BASE_URL, which is often missing in the shell where a campaign is read.
 */
export function explainOtherEndpoint(
  done: "run" | "judged",
  there: string,
  here: string,
  isConfigured: boolean,
): string {
  const back = isConfigured ? `set \`gateway.base_url\` to ${there}` : `set OPENROUTER_BASE_URL=${there}`;
  const again = done === "run" ? "runs" : "judges";
  return `stale: it was ${done} at another endpoint, ${there}, and this command asks ${here}; ${back} to read it, or \`assay run-eval\` ${again} it again at ${here}`;
}
