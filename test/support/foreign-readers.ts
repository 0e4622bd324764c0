import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { tableFromIPC } from "apache-arrow";
import { parse as parseCsv } from "csv-parse/sync";
import { parse as parseJunit } from "junit2json";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { readParquet } from "parquet-wasm";
import { validateXML } from "xmllint-wasm";
import { projectRoot } from "./project-root.ts";

// Foreign readers of our formats. None of it is ours.

const fixture = (name: string) => readFileSync(join(projectRoot, "test/fixtures/formats", name), "utf8");

export interface ReadTestCase {
  suite: string;
  name: string;
  classname: string;
  outcome: "passed" | "failure" | "error" | "skipped";
  message: string | null;
  inner: string;
}

/** JUnit XML: libxml holds it against the schema, then a parser of test reports reads it. */
export async function readJunit(xml: string): Promise<ReadTestCase[]> {
  const { valid, errors } = await validateXML({
    xml: [{ fileName: "junit.xml", contents: xml }],
    schema: [fixture("junit.xsd")],
    initialMemoryPages: 2048,
    maxMemoryPages: 8192,
  });
  if (!valid) throw new Error(errors.map(({ message }) => message).join("\n"));
  const { testsuite = [] } = (await parseJunit(xml)) as ParsedJunit;
  return testsuite.flatMap(({ name, testcase = [] }) =>
    testcase.map((one) => {
      const outcome = (["failure", "error", "skipped"] as const).find((kind) => one[kind] !== undefined);
      const found = outcome === undefined ? undefined : one[outcome]![0];
      return {
        suite: name,
        name: one.name,
        classname: one.classname,
        outcome: outcome ?? "passed",
        message: found?.message ?? null,
        inner: found?.inner ?? "",
      };
    }),
  );
}

interface ParsedJunit {
  testsuite?: {
    name: string;
    testcase?: ({ name: string; classname: string } & Partial<
      Record<"failure" | "error" | "skipped", { message?: string; inner?: string }[]>
    >)[];
  }[];
}

export function readCsv(text: string): Record<string, string>[] {
  return parseCsv(text, { columns: true }) as Record<string, string>[];
}

/** Apache Arrow's implementation in Rust. */
export function readParquetRows(bytes: Uint8Array): Record<string, unknown>[] {
  const table = tableFromIPC(readParquet(bytes).intoIPCStream());
  return table.toArray().map((row) => row.toJSON() as Record<string, unknown>);
}

/** Markdown as GitHub renders it, dangerous parts included: what is HTML in it stays HTML. */
export function readMarkdown(markdown: string): string {
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()], allowDangerousHtml: true });
}

/** Problems of a document of Every Eval Ever. */
export function everyEvalEverProblems(document: unknown): string[] {
  const validate = new Ajv({ strict: false }).compile(JSON.parse(fixture("every-eval-ever.schema.json")));
  validate(document);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
