import { messagesOfCase, type RunArtifact } from "../../../records/index.ts";
import { escapeForPattern, NAME_REMOVED, openNameHider } from "../../../text/index.ts";

/** Removes everything from texts that tells the judge whom it judges or where that ran. */
export interface Blindfold {
  /** For texts of the subject or its tools: removes its own names and our paths; the rest is its answer. */
  subjectText(text: string): string;
  /** For texts of Assay: failures, check messages, logs. Removes every identity, endpoint and host path. */
  ownText(text: string): string;
  /** True if any of the subject's texts so far named its model. */
  namesItself(): boolean;
}

export const PATH_REMOVED = "[path removed]";

/**
 * Blinds the judge. The task itself is not touched, and a name that it mentions stays readable in the answer: removing it there
 * would reveal the model it belongs to.
 *
 * @param called the suite's names of the subject's model: its label and requested names
 * @param variants the suite's names of its variant: id and label
 */
export function blindfold(
  artifact: RunArtifact,
  called: readonly string[],
  variants: readonly string[] = [],
): Blindfold {
  const { identity, request, provider } = artifact;
  const task = [...messagesOfCase(request, identity), ...request.turns].map(({ content }) => content).join("\n");
  const notInTask = (text: string) => !task.includes(text);
  const hostPaths = stringsIn([artifact.runner_metadata, request.metadata]).filter(isHostPath);
  const subjectPaths = anyOf(hostPaths.filter(notInTask));
  const own = namesOf(artifact).filter(notInTask);
  const ownNames = anyOf(own.filter((name) => !isPlainWord(name)));
  const readSelfReport = quotedAnyOf(own.filter(isPlainWord));
  const { run_id } = identity;
  // Composed of two ids, so it never occurs by chance and is removed everywhere.
  const subject = anyOf(identity.variant && notInTask(identity.model_id) ? [identity.model_id] : []);
  const names = openNameHider(
    {
      models: [request.model, ...provider.flatMap(({ model }) => model ?? [])],
      called: [identity.model_id, ...called],
      providers: provider.flatMap(({ name }) => name ?? []),
      variants,
    },
    task,
  );
  let isNamed = false;

  const withoutPlaces = (text: string) =>
    withoutTrialFolder(text.replace(FILE_URL, (url) => (notInTask(url) ? keepLast(url) : url)))
      .replace(subjectPaths, PATH_REMOVED)
      .replace(subject, NAME_REMOVED)
      .replaceAll(run_id, () => (notInTask(run_id) ? NAME_REMOVED : run_id));
  return {
    subjectText(text) {
      const hidden = names.hide(withoutPlaces(text));
      isNamed ||= hidden.named;
      return hidden.text;
    },
    ownText: (text) =>
      names
        .hide(withoutPlaces(text).replace(HOST_PATH, keepLast).replace(WINDOWS_PATH, keepLast))
        .text.replace(ownNames, NAME_REMOVED)
        .replace(readSelfReport, NAME_REMOVED),
    namesItself: () => isNamed,
  };
}

const FILE_URL = /\bfile:\/\/[^\s"'`<>)\]}]{1,20000}/g;
/** A trial's own folder, as seen by tools that run on the host itself; it is named after suite, profile and model. */
const TRIAL_FOLDER = /\/(?:run_\d+\.(?:artifacts|json)|\.staging-\d+-[0-9a-f]+\/trial-\d+)(?![\w-])/g;
const LONGEST_PATH = 1000;
/** Three parts or more: `/tmp/report.md` is the subject's own view, `/tmp/assay-x1/report.md` and `/home/me` are a machine's. */
const HOST_PATH =
  /(?<![\w/.~-])\/(?:(?:home|Users|root|private|var|opt|srv|mnt)\/|(?:[^\s"'`<>/:,;()]+\/){2})(?:[^\s"'`<>/:,;()]+\/)*[^\s"'`<>/:,;()]*/g;
const WINDOWS_PATH = /\b[A-Za-z]:\\(?:[^\s"'`<>|:\\]+\\)+[^\s"'`<>|:\\]*/g;
const NOTHING = /(?!)/g;

/** Walks back from the folder's name to the beginning of its path. A pattern for it would be slow on a text full of slashes. */
function withoutTrialFolder(text: string): string {
  let result = "";
  let rest = 0;
  for (const { 0: name, index } of text.matchAll(TRIAL_FOLDER)) {
    let start = index;
    while (start > rest && index - start < LONGEST_PATH && !/[\s"'`<>:]/.test(text[start - 1]!)) start--;
    result += text.slice(rest, start) + PATH_REMOVED;
    rest = index + name.length;
  }
  return result + text.slice(rest);
}

/** Keeps the file name, which may matter to the verdict, and drops its folder. */
function keepLast(path: string): string {
  const last = path.split(/[/\\]/).at(-1) ?? "";
  return last === "" ? PATH_REMOVED : `${PATH_REMOVED}/${last}`;
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

/** True for an ordinary word: a model called `small` must not remove the small things from every message. */
function isPlainWord(name: string): boolean {
  return /^\p{L}+$/u.test(name);
}

/** Longest first, so that a name inside a longer one leaves no remainder; whole words only. */
function anyOf(names: string[]): RegExp {
  return patternOf(names, (alternatives) => `(?<![\\w-])(?:${alternatives})(?![\\w-])`);
}

/** Matches words only where a message uses them as names: in quotes, in a path, or after their kind. */
function quotedAnyOf(names: string[]): RegExp {
  const before = "(?<=[\"'`“‘(\\[/]|\\b(?:model|suite|profile|provider|gateway|subject)[ :=]{1,2})";
  return patternOf(names, (alternatives) => `${before}(?:${alternatives})(?![\\w-])`);
}

function patternOf(names: string[], around: (alternatives: string) => string): RegExp {
  if (names.length === 0) return NOTHING;
  const key = around(names.join("\n"));
  const known = compiled.get(key) ?? compile(names, around);
  // A cache: the names of a campaign are the same for thousands of trials, and compiling a pattern takes longer than using it.
  if (compiled.size > 200) compiled.clear();
  compiled.set(key, known);
  return known;
}

const compiled = new Map<string, RegExp>();

function compile(names: string[], around: (alternatives: string) => string): RegExp {
  const alternatives = [...new Set(names)]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map(escapeForPattern);
  return new RegExp(around(alternatives.join("|")), "gi");
}
