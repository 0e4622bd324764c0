/** What a subject is called, by whom. */
export interface SubjectNames {
  /** Model strings as they were asked for and as the provider reports them: `openai/gpt-4o-mini`, `gpt-4o-mini-2024-07-18`. */
  models: readonly string[];
  /** What the user calls it: id and label. */
  called: readonly string[];
  /** Who serves it, as reported. Its maker is read from the model strings. */
  providers: readonly string[];
  /** What the user calls the way it is asked: id and label of its variant; left out without one. */
  variants?: readonly string[];
}

/** A name that nothing but the subject has. Every spelling of it goes, wherever it is. */
export interface DistinctName {
  /** Its letters and digits, small: `gpt4omini`. */
  key: string;
  /** `Sonnet 4.5` is one, `Sonnet 45` is a poem: the dot has to be there. */
  versionApart: boolean;
}

/** A name made of ordinary words: it goes only where it is written as a name. */
export interface WordyName {
  words: readonly string[];
  /** True when a model string has it. What users call their models may be any phrase: open-source, top-5. */
  isModel: boolean;
}

export interface NameForms {
  distinct: DistinctName[];
  wordy: WordyName[];
  /** Single words and very short names: `Claude`, `o1`, `small`. They go only where the subject says them of itself. */
  plain: string[];
  /** Who made or serves it: `OpenAI`. They go only beside a name of the subject, or where it speaks of its maker. */
  makers: string[];
}

/** Everything that a subject may be called, sorted by how much of a name it is. */
export function nameForms({ models, called: calledSo, providers, variants = [] }: SubjectNames): NameForms {
  const called = [...calledSo, ...variants];
  const strings = models.filter((name) => name.trim() !== "");
  const tails = strings.map(withoutMaker);
  const modelKeys = strings.map(keyOf);
  const forms: NameForms = { distinct: [], wordy: [], plain: [], makers: [] };
  const bare = tails.flatMap(withoutServing);
  for (const name of new Set([...strings, ...tails, ...bare])) sortIn(forms, name, true);
  for (const name of called) {
    const isModel = keyOf(name) !== "" && modelKeys.some((key) => key.includes(keyOf(name)));
    for (const form of new Set([name, withoutMaker(name)])) sortIn(forms, form, isModel);
  }
  for (const tail of bare) addShorterForms(forms, tail);
  forms.makers.push(...strings.flatMap(makerOf), ...providers.filter((name) => /\p{L}{2}/u.test(name)));
  return unique(forms);
}

/** Letters and digits, small, whatever stands between them. */
export function keyOf(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** A count of something, as in `model 1` or `Test 2`, says nothing about who it is. */
const COUNTED =
  /^(?:agent|arm|candidate|case|config|group|level|model|option|phase|plan|profile|prompt|run|setup|stage|step|subject|system|test|variant|version)\d{1,2}$/;
const SHORTEST_DISTINCT = 4;

function sortIn(forms: NameForms, name: string, isModel: boolean): void {
  const key = keyOf(name);
  const words = chunksOf(name);
  const letters = key.replace(/\P{L}/gu, "").length;
  const mixed = letters > 0 && letters < key.length;
  if (key === "") return;
  if (COUNTED.test(key)) forms.plain.push(name.trim());
  // One letter and a version (`v3.1.2`) is anybody's; with a date behind it (`o1-2024-12-17`) it is not.
  else if (mixed && key.length >= SHORTEST_DISTINCT && (letters > 1 || key.length > 5)) {
    // An id such as `top-5` is somebody's phrase; a model string of that shape is a model (`phi-4`).
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

/** `claude-sonnet-4-5` is also Claude 4.5 Sonnet, Sonnet 4.5, Claude Sonnet and Claude. */
function addShorterForms(forms: NameForms, tail: string): void {
  const chunks = chunksOf(tail);
  const [family] = /^\p{L}{3,}/u.exec(chunks[0] ?? "") ?? [];
  if (family === undefined) return;
  forms.plain.push(family);
  // What models of this family are known by to everybody, themselves included: ChatGPT, ChatGPT-4o.
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

/** What is appended to a model's name to say when, how and in which size it is served: `-2024-07-18`, `-0324`, `:free`, `-instruct`. */
const SERVED =
  /[-_@:. ](?:\d{4}[-_.]?\d{2}[-_.]?\d{2}|\d{2}[-_.]\d{4}|\d{4}|latest|preview|free|beta|exp|experimental|instruct|chat|it|hf|fp8|bf16|awq|gguf|online)$/i;
const SIZE = /[-_:. ](?:\d+x)?\d+(?:\.\d+)?b$/i;

/** A model's name without all that, and without its size as well: people say `Llama 3.3`. */
function withoutServing(name: string): string[] {
  let bare = name;
  while (SERVED.test(bare)) bare = bare.replace(SERVED, "");
  return SIZE.test(bare) ? [bare, ...withoutServing(bare.replace(SIZE, ""))] : [bare];
}

/** `openai` of `openai/gpt-4o`, `meta` too of `meta-llama/…`, `mistral` too of `mistralai/…`. */
function makerOf(model: string): string[] {
  const parts = model.split("/").slice(0, -1);
  const maker = parts.at(-1) ?? "";
  if (!/\p{L}{2}/u.test(maker)) return [];
  const shorter = [maker.split("-")[0]!, maker.replace(/ai$/i, "")];
  return [
    maker,
    ...shorter.filter(
      (name) => name.length >= 4 && (maker.includes("-") || keyOf(withoutMaker(model)).includes(keyOf(name))),
    ),
  ];
}

function unique({ distinct, wordy, plain, makers }: NameForms): NameForms {
  const by = <Form>(forms: Form[], key: (form: Form) => string) => [
    ...new Map(forms.map((form) => [key(form), form])).values(),
  ];
  return {
    distinct: by(distinct, ({ key, versionApart }) => `${key} ${versionApart}`),
    // The later one wins, so those that a model string has come last.
    wordy: by(
      wordy.toSorted((a, b) => Number(a.isModel) - Number(b.isModel)),
      ({ words }) => words.join(" "),
    ),
    plain: by(plain, (name) => name.toLowerCase()),
    makers: by(makers, (name) => name.toLowerCase()),
  };
}
