import {
  type DescribedJudging,
  listResults,
  NAMED_PROTOCOLS,
  type NamedProtocolName,
  type RecordReader,
  type ResultReader,
} from "../../judging/index.ts";
import { formatUsd } from "../../text/presentation/index.ts";
import { chunkName, type JudgingPage, type JudgingRow, UNITS_IN_A_CHUNK, type UnitPage } from "../wire/index.ts";
import type { ListedChunk } from "./tables/chunk-table.ts";
import type { JudgingPages } from "./tables/judging-pages.ts";

type Result = ReturnType<typeof listResults>[number];

/** The list and the pages of a protocol, from what it describes of its results. */
export function describedPages(protocol: NamedProtocolName, reader: ResultReader): JudgingPages {
  const described = ({ outputs }: RecordReader) =>
    listResults(outputs, protocol).flatMap((result) => {
      const description = reader.whole?.describe(result);
      return description ? [{ result, description }] : [];
    });
  return {
    title: capitalized(NAMED_PROTOCOLS[protocol].holds),
    columns: (records) => described(records)[0]?.description.facts.map(({ name }) => ({ number: name })) ?? [],
    rows: (records) => described(records).map(({ result, description }) => rowOf(result, description)),
    *chunks(records) {
      for (const { result, description } of described(records)) {
        const units = reader.whole!.unitsOf(result);
        yield [chunkName("judging", protocol, result.name), () => pageOf(result, description, units)];
        yield* unitChunks(protocol, result, units, (unit) => shownUnit(reader, records, result, unit));
      }
    },
  };
}

function rowOf(result: Result, description: DescribedJudging): JudgingRow {
  const { name, last_at } = result;
  const { note, facts, cost_usd } = description;
  return {
    name,
    note,
    ...stateOf(result, description),
    cells: facts.map(({ value }) => ({ text: value })),
    cost: cost_usd === null ? "not reported" : formatUsd(cost_usd),
    last_at: new Date(last_at).toISOString(),
  };
}

function stateOf({ running }: Result, { missing }: DescribedJudging): Pick<JudgingRow, "state" | "missing"> {
  return { state: running ? "running" : missing === null ? "complete" : "incomplete", missing };
}

function pageOf(result: Result, description: DescribedJudging, units: string[]): JudgingPage {
  const { note, sections } = description;
  return { name: result.name, note, ...stateOf(result, description), sections, units };
}

function* unitChunks(
  protocol: NamedProtocolName,
  { name }: Result,
  units: readonly string[],
  show: (unit: string) => UnitPage | null,
): Generator<ListedChunk> {
  for (let number = 0; number * UNITS_IN_A_CHUNK < units.length; number++) {
    const own = units.slice(number * UNITS_IN_A_CHUNK, (number + 1) * UNITS_IN_A_CHUNK);
    yield [chunkName("units", protocol, name, number), () => ({ units: own.map(show) })];
  }
}

function shownUnit(reader: ResultReader, records: RecordReader, result: Result, unit: string): UnitPage | null {
  const found = reader.show(records, result, unit);
  if (found === null || "problem" in found) return null;
  const { headline, question, answer, verdicts, warnings } = found.shown;
  return { name: unit, headline, question, answer, verdicts, warnings };
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
