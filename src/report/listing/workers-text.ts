import { columns, formatDuration, plural, shortLine } from "../../text/presentation/index.ts";

/** Output of `assay workers --output json`. */
export interface WorkersListing {
  schema_version: 1;
  kind: "workers";
  /** Address of Redis, without user and password. */
  redis: string;
  workers: ListedWorker[];
}

/** Worker with a recent heartbeat. */
export interface ListedWorker {
  worker_id: string;
  host: string;
  pid: number;
  /** Version of Assay. */
  version: string;
  /** Number of jobs at the same time. */
  concurrency: number;
  /** Omitted ones are not detected yet. */
  capabilities: { sandbox?: string | null; engines?: string[]; images?: string[] };
  /** Time since its start. */
  seconds: number;
  jobs: { id: string; what: string; seconds: number }[];
  /** The latest, newest first. */
  declines: { what: string; why: string; seconds: number }[];
  /** Finishes its jobs and takes no more. */
  is_leaving: boolean;
}

const LONGEST_NAME = 60;
const MOST_IMAGES = 3;

export function workersText({ redis, workers }: WorkersListing): string {
  if (workers.length === 0) return `There is no worker at ${redis}. Start one with \`assay worker --redis ${redis}\`.`;
  const busy = workers.reduce((sum, { jobs }) => sum + jobs.length, 0);
  const places = workers.reduce((sum, { concurrency }) => sum + concurrency, 0);
  const head = `${plural(workers.length, "worker")} at ${redis}, ${busy} of ${plural(places, "place")} busy`;
  return [head, ...workers.map(workerText)].join("\n\n");
}

function workerText(worker: ListedWorker): string {
  const { host, pid, version, concurrency, jobs, declines, seconds, is_leaving } = worker;
  const leaving = is_leaving ? ", about to leave" : "";
  const busy = `${jobs.length} of ${concurrency} busy`;
  return [
    `${shortLine(host, LONGEST_NAME)}, process ${pid}: Assay ${shortLine(version, 20)}, ${busy}, here for ${lasted(seconds)}${leaving}`,
    `  ${machineText(worker.capabilities)}`,
    ...(jobs.length > 0
      ? [
          "  now",
          columns(
            jobs.map((job) => [name(job.what), lasted(job.seconds)]),
            "    ",
          ),
        ]
      : []),
    ...(declines.length > 0 ? ["  declined", columns(declines.map(declineRow), "    ")] : []),
  ].join("\n");
}

function machineText({ sandbox, engines, images = [] }: ListedWorker["capabilities"]): string {
  if (sandbox === undefined) return "what it can do is not known yet";
  const shown = images.slice(0, MOST_IMAGES).map(name);
  const more = images.length > shown.length ? ` and ${images.length - shown.length} more` : "";
  return [
    sandbox === null ? "no sandbox" : `sandbox: ${name(sandbox)}`,
    engines === undefined || engines.length === 0 ? "no container engine" : `engines: ${engines.map(name).join(", ")}`,
    ...(shown.length > 0 ? [`images: ${shown.join(", ")}${more}`] : []),
  ].join("; ");
}

function declineRow({ what, why, seconds }: ListedWorker["declines"][number]): string[] {
  return [name(what), `${lasted(seconds)} ago: ${shortLine(why, 200)}`];
}

function name(text: string): string {
  return shortLine(text, LONGEST_NAME);
}

function lasted(seconds: number): string {
  return formatDuration(Math.round(seconds));
}
