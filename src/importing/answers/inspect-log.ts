import { isRecord, parseJson } from "../../text/index.ts";
import {
  type AnswerReading,
  type ForeignAnswers,
  questionOfMessages,
  refusedAnswer,
  textOfContent,
} from "./foreign-answer.ts";
import { type ZipEntry, zipEntries } from "./zip-entries.ts";

/** Extracts answers from a log of Inspect in JSON. Null if it is not one. */
export function answersOfInspectLog(value: unknown, shown: string): ForeignAnswers | null {
  if (!isRecord(value) || !isRecord(value.eval) || typeof value.eval.model !== "string") return null;
  const header = value.eval;
  const samples = Array.isArray(value.samples) ? value.samples : [];
  return {
    made_by: "inspect",
    answers: samples.map((sample, index) => ({
      place: `${shown}: sample ${index + 1}`,
      reading: answerOfSample(sample, header),
    })),
  };
}

/**
 * Extracts answers from an `.eval` log, an archive of JSON documents.
 *
 * @throws Error when it is not such an archive
 */
export function answersOfInspectArchive(bytes: Buffer, shown: string): ForeignAnswers {
  const entries = zipEntries(bytes);
  const read = (name: string): unknown => {
    const entry = entries.find((one) => one.name === name);
    return entry === undefined ? undefined : documentIn(entry);
  };
  const start = read("header.json") ?? read("_journal/start.json");
  const header = isRecord(start) && isRecord(start.eval) ? start.eval : null;
  if (header === null) throw new Error("it has no header.json; is it a log of Inspect?");
  const samples = entries.filter(({ name }) => /^samples\/[^/]+\.json$/.test(name));
  return {
    made_by: "inspect",
    answers: samples.map((entry) => {
      const place = `${shown}: ${entry.name}`;
      try {
        return { place, reading: answerOfSample(documentIn(entry), header) };
      } catch (error) {
        return { place, reading: refusedAnswer((error as Error).message) };
      }
    }),
  };
}

function documentIn(entry: ZipEntry): unknown {
  const parsed = parseJson(entry.read().toString("utf8"));
  if (parsed.ok) return parsed.value;
  throw new Error(`${entry.name} is ${parsed.message}`);
}

function answerOfSample(sample: unknown, header: Record<string, unknown>): AnswerReading {
  if (!isRecord(sample)) return refusedAnswer("it is not a sample");
  const { input, output, id, epoch, error } = sample;
  const answer = completionOf(output);
  if (answer === undefined) {
    const told = isRecord(error) && typeof error.message === "string" ? `: ${error.message.slice(0, 200)}` : "";
    return refusedAnswer(`there is no answer${told}`);
  }
  const question = typeof input === "string" ? input : Array.isArray(input) ? questionOfMessages(input) : "";
  if (question.trim() === "") return refusedAnswer("it has no input");
  const model = isRecord(output) && typeof output.model === "string" && output.model !== "" ? output.model : undefined;
  return {
    ok: true,
    answer: {
      question,
      answer,
      model: model ?? String(header.model),
      variant: typeof header.solver === "string" ? header.solver : "imported",
      question_id: String(id),
      eval_set: typeof header.task === "string" ? header.task : "imported",
      ...(Number.isInteger(epoch) && { repetition: epoch as number }),
    },
  };
}

function completionOf(output: unknown): string | undefined {
  if (!isRecord(output)) return undefined;
  if (typeof output.completion === "string" && output.completion !== "") return output.completion;
  const [choice] = Array.isArray(output.choices) ? output.choices : [];
  const text = isRecord(choice) && isRecord(choice.message) ? textOfContent(choice.message.content) : "";
  return text === "" ? undefined : text;
}
