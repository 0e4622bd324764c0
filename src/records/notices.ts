import type { RunArtifact, TraceEvent } from "./run.ts";

/** Caveats about a run besides its outcome, one sentence each. Most runs have none. */
export function noticesOf({ trace }: Pick<RunArtifact, "trace">): string[] {
  const differences = trace.filter((event) => event.kind === "account_differs");
  const refused = trace.filter((event) => event.kind === "network_refused");
  return [
    ...(differences.length > 0 ? [differenceNotice(differences)] : []),
    ...(refused.length > 0 ? [refusedNotice(refused)] : []),
  ];
}

function differenceNotice(differences: Extract<TraceEvent, { kind: "account_differs" }>[]): string {
  const told = differences.slice(0, MOST_TOLD).map(({ message }) => message);
  const rest = differences.length - told.length;
  return `the agent's own account differs from what went over the wire, which counts: ${told.join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`;
}

function refusedNotice(refused: Extract<TraceEvent, { kind: "network_refused" }>[]): string {
  const told = refused
    .slice(0, MOST_TOLD)
    .map(({ host, port, times }) => `${host}:${port} (${times === 1 ? "once" : `${times} times`})`);
  const rest = refused.length - told.length;
  return `the agent asked for hosts that it may not reach: ${told.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}; network_access in the run profile takes a list of hosts, such as [${refused[0]!.host}]`;
}

const MOST_TOLD = 3;
