/** The names of a subject, by source. */
export interface SubjectNames {
  /** Model strings as requested and as reported by the provider: `openai/gpt-4o-mini`, `gpt-4o-mini-2024-07-18`. */
  models: readonly string[];
  /** The user's names for it: id and label. */
  called: readonly string[];
  /** Reported providers. Its maker is read from the model strings. */
  providers: readonly string[];
  /** The user's names for its variant: id and label; omitted without one. */
  variants?: readonly string[];
}

/** A name unique to the subject, removed everywhere in every spelling. */
export interface DistinctName {
  /** Its letters and digits in lower case: `gpt4omini`. */
  key: string;
  /** `Sonnet 4.5` is a model, `Sonnet 45` is a poem: the dot is required. */
  versionApart: boolean;
}

/** A name of ordinary words, removed only where it is written as a name. */
export interface WordyName {
  words: readonly string[];
  /** True when it is from a model string. Users may call their models any phrase: open-source, top-5. */
  isModel: boolean;
}

export interface NameForms {
  distinct: DistinctName[];
  wordy: WordyName[];
  /** Single words and very short names: `Claude`, `o1`, `small`. Removed only where the subject applies them to itself. */
  plain: string[];
  /** Makers and providers: `OpenAI`. Removed only beside a name of the subject, or where it speaks of its maker. */
  makers: string[];
}

/** Derives all possible names of a subject, sorted by distinctiveness. */
export function nameForms({ models, called: calledSo, providers, variants = [] }: SubjectNames): NameForms {
  const called = [...calledSo, ...variants];
  const strings = models.filter((name) => name.trim() !== "");
  const tails = strings.map(withoutMaker);
  const modelKeys = strings.map(nameKey);
  const forms: NameForms = { distinct: [], wordy: [], plain: [], makers: [] };
  const bare = tails.flatMap(withoutServing);
  for (const name of new Set([...strings, ...tails, ...bare])) sortIn(forms, name, true);
  for (const name of called) {
    const isModel = nameKey(name) !== "" && modelKeys.some((key) => key.includes(nameKey(name)));
    for (const form of new Set([name, withoutMaker(name)])) sortIn(forms, form, isModel);
  }
  for (const tail of bare) addShorterForms(forms, tail);
  forms.makers.push(...strings.flatMap(makerOf), ...providers.filter((name) => /\p{L}{2}/u.test(name)));
  return unique(forms);
}

/** Lower-case letters and digits without separators. */
export function nameKey(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Numbering, as in `model 1` or `Test 2`, which identifies nothing. */
const COUNTED =
  /^(?:agent|arm|candidate|case|config|group|level|model|option|phase|plan|profile|prompt|run|setup|stage|step|subject|system|test|variant|version)\d{1,2}$/;
const SHORTEST_DISTINCT = 4;

function sortIn(forms: NameForms, name: string, isModel: boolean): void {
  const key = nameKey(name);
  const words = chunksOf(name);
  const letters = key.replace(/\P{L}/gu, "").length;
  const mixed = letters > 0 && letters < key.length;
  if (key === "") return;
  if (COUNTED.test(key)) forms.plain.push(name.trim());
  // One letter and a version (`v3.1.2`) is common; followed by a date (`o1-2024-12-17`) it is not.
  else if (mixed && key.length >= SHORTEST_DISTINCT && (letters > 1 || key.length > 5)) {
    // An id such as `top-5` is a phrase; a model string of that shape is a model (`phi-4`).
    const isPhrase = !isModel && words.length === 2 && /^\p{L}+ \p{N}{1,2}$/u.test(words.join(" "));
    if (isPhrase) addWords(forms, name, words, false);
    else forms.distinct.push({ key, versionApart: false });
  } else if (words.length > 1 && key.length >= SHORTEST_DISTINCT) addWords(forms, name, words, isModel);
  else forms.plain.push(name.trim());
}

function addWords(forms: NameForms, name: string, words: string[], isModel: boolean): void {
  forms.wordy.push({ words, isModel });
  forms.plain.push(name.trim());
}

/** Adds shorter forms: `claude-sonnet-4-5` is also Claude 4.5 Sonnet, Sonnet 4.5, Claude Sonnet and Claude. */
function addShorterForms(forms: NameForms, tail: string): void {
  const chunks = chunksOf(tail);
  const [family] = /^\p{L}{3,}/u.exec(chunks[0] ?? "") ?? [];
  if (family === undefined) return;
  forms.plain.push(family);
  // The popular names of this family, also used by the models themselves: ChatGPT, ChatGPT-4o.
  if (family === "gpt") sortIn(forms, `chat${tail}`, true);
  if (family === "gpt") forms.plain.push("ChatGPT");
  // Without the family: 4o-mini.
  const [second = "", ...others] = chunks.slice(1);
  if (others.length > 0 && /\p{L}/u.test(second) && /\p{N}/u.test(second))
    forms.distinct.push({ key: [second, ...others].join(""), versionApart: false });
  const words = chunks.filter((chunk) => /^\p{L}+$/u.test(chunk));
  const version = chunks.filter((chunk) => /^\p{N}+$/u.test(chunk));
  if (words.length > 1 && words.length < chunks.length) forms.wordy.push({ words, isModel: true });
  if (words.length < 2 || version.length === 0 || words.length + version.length < chunks.length) return;
  const distinct = (parts: string[], versionApart: boolean) =>
    forms.distinct.push({ key: parts.join(""), versionApart });
  for (let at = 1; at <= words.length; at++) distinct([...words.slice(0, at), ...version, ...words.slice(at)], false);
  if (version.length === 1) return;
  distinct([...words.slice(1), ...version], true);
  distinct([...version, ...words.slice(1)], true);
}

/** The parts of a name between its separators: `gpt`, `4o`, `mini`. */
function chunksOf(name: string): string[] {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((chunk) => chunk !== "");
}

function withoutMaker(name: string): string {
  return name.split("/").at(-1)!;
}

/** Suffixes of a model's name for date, edition, size or serving mode: `-2024-07-18`, `-0324`, `:free`, `-instruct`. */
const SERVED =
  /[-_@:. ](?:\d{4}[-_.]?\d{2}[-_.]?\d{2}|\d{2}[-_.]\d{4}|\d{4}|latest|preview|free|beta|exp|experimental|instruct|chat|it|hf|fp8|bf16|awq|gguf|online)$/i;
const SIZE = /[-_:. ](?:\d+x)?\d+(?:\.\d+)?b$/i;

/** A model's name without suffixes, also without its size: people say `Llama 3.3`. */
function withoutServing(name: string): string[] {
  let bare = name;
  while (SERVED.test(bare)) bare = bare.replace(SERVED, "");
  return SIZE.test(bare) ? [bare, ...withoutServing(bare.replace(SIZE, ""))] : [bare];
}

/** The maker of a model: `openai` of `openai/gpt-4o`, also `meta` of `meta-llama/…`, `mistral` of `mistralai/…`. */
function makerOf(model: string): string[] {
  const parts = model.split("/").slice(0, -1);
  const maker = parts.at(-1) ?? "";
  if (!/\p{L}{2}/u.test(maker)) return [];
  const shorter = [maker.split("-")[0]!, maker.replace(/ai$/i, "")];
  return [
    maker,
    ...shorter.filter(
      (name) => name.length >= 4 && (maker.includes("-") || nameKey(withoutMaker(model)).includes(nameKey(name))),
    ),
  ];
}

function unique({ distinct, wordy, plain, makers }: NameForms): NameForms {
  const by = <Form>(forms: Form[], key: (form: Form) => string) => [
    ...new Map(forms.map((form) => [key(form), form])).values(),
  ];
  return {
    distinct: by(distinct, ({ key, versionApart }) => `${key} ${versionApart}`),
    // The later one wins, so those from a model string come last.
    wordy: by(
      wordy.toSorted((a, b) => Number(a.isModel) - Number(b.isModel)),
      ({ words }) => words.join(" "),
    ),
    plain: by(plain, (name) => name.toLowerCase()),
    makers: by(makers, (name) => name.toLowerCase()),
  };
}
