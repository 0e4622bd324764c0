import type { RunArtifact } from "../../../records/index.ts";
import { escapeForPattern } from "../../../text/index.ts";

/** Takes out of texts what tells the judge whom it judges or where that ran. */
export interface Blindfold {
  /** For what the subject wrote: only what is certainly a name or a place of ours goes, the rest is its answer. */
  subjectText(text: string): string;
  /** For what Assay wrote: failures, check messages, logs. Every identity, endpoint and host path goes. */
  ownText(text: string): string;
}

const NAME = "[name removed]";
const PATH = "[path removed]";

/**
 * The judge is blind. What the task itself says is not touched, and a name that the task mentions stays readable in the answer:
 * blanking it there would point at the one model it belongs to.
 */
export function blindfold(artifact: RunArtifact): Blindfold {
  const task = [...artifact.request.messages, ...artifact.request.turns].map(({ content }) => content).join("\n");
  const notInTask = (text: string) => !task.includes(text);
  const hostPaths = stringsIn([artifact.runner_metadata, artifact.request.metadata]).filter(isHostPath);
  const modelStrings = [artifact.request.model, ...artifact.provider.map(({ model }) => model)].filter(
    (name): name is string => name?.includes("/") === true,
  );
  const { run_id } = artifact.identity;
  const subjectNames = anyOf(modelStrings.filter(notInTask));
  const subjectPaths = anyOf(hostPaths.filter(notInTask));
  const ownNames = anyOf(namesOf(artifact).filter(notInTask));

  const subjectText = (text: string) =>
    withoutTrialFolder(text.replace(FILE_URL, (url) => (notInTask(url) ? keepLast(url) : url)))
      .replace(subjectPaths, PATH)
      .replace(subjectNames, NAME)
      .replaceAll(run_id, () => (notInTask(run_id) ? NAME : run_id));
  return {
    subjectText,
    ownText: (text) =>
      subjectText(text).replace(HOST_PATH, keepLast).replace(WINDOWS_PATH, keepLast).replace(ownNames, NAME),
  };
}

const FILE_URL = /\bfile:\/\/[^\s"'`<>)\]}]+/g;
/** A trial's own folder, as tools see it where they run on the host itself; it is named after suite, profile and model. */
const TRIAL_FOLDER = /\/(?:run_\d+\.artifacts|\.staging-\d+-[0-9a-f]+\/trial-\d+)(?![\w-])/g;
const LONGEST_PATH = 1000;
/** Three parts or more: `/tmp/report.md` is the subject's own view, `/tmp/assay-x1/report.md` and `/home/me` are a machine's. */
const HOST_PATH =
  /(?<![\w/.~-])\/(?:(?:home|Users|root|private|var|opt|srv|mnt)\/|(?:[^\s"'`<>/:,;()]+\/){2})(?:[^\s"'`<>/:,;()]+\/)*[^\s"'`<>/:,;()]*/g;
const WINDOWS_PATH = /\b[A-Za-z]:\\(?:[^\s"'`<>|:\\]+\\)+[^\s"'`<>|:\\]*/g;
const NOTHING = /(?!)/g;

/** Walks back from the folder's name to where its path begins. A pattern for it would be slow on a text full of slashes. */
function withoutTrialFolder(text: string): string {
  let result = "";
  let rest = 0;
  for (const { 0: name, index } of text.matchAll(TRIAL_FOLDER)) {
    let start = index;
    while (start > rest && index - start < LONGEST_PATH && !/[\s"'`<>:]/.test(text[start - 1]!)) start--;
    result += text.slice(rest, start) + PATH;
    rest = index + name.length;
  }
  return result + text.slice(rest);
}

/** A file's name may matter to the verdict, its folder does not. */
function keepLast(path: string): string {
  const last = path.split(/[/\\]/).at(-1) ?? "";
  return last === "" ? PATH : `${PATH}/${last}`;
}

function namesOf({ identity, request, provider }: RunArtifact): string[] {
  const models = [request.model, ...provider.map(({ model }) => model)].filter((name) => name !== null);
  return [
    identity.suite_id,
    identity.run_profile_id,
    identity.model_id,
    request.gateway,
    ...models,
    ...models.map((name) => name.split("/").at(-1)!),
    ...provider.map(({ name }) => name ?? ""),
    ...stringsIn(request.metadata),
  ].filter((name) => name.length >= 3);
}

function isHostPath(text: string): boolean {
  return /^(?:\/[^/\s]+){2,}\/?$|^[A-Za-z]:\\/.test(text);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Longest first, so that a name inside a longer one does not leave a rest behind; whole words only. */
function anyOf(names: string[]): RegExp {
  if (names.length === 0) return NOTHING;
  const key = names.join("\n");
  const known = compiled.get(key) ?? compile(names);
  // The names of a campaign are the same for thousands of trials, and compiling a pattern takes longer than using it.
  if (compiled.size > 200) compiled.clear();
  compiled.set(key, known);
  return known;
}

const compiled = new Map<string, RegExp>();

function compile(names: string[]): RegExp {
  const alternatives = [...new Set(names)]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map(escapeForPattern);
  return new RegExp(`(?<![\\w-])(?:${alternatives.join("|")})(?![\\w-])`, "gi");
}
