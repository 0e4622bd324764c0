import type { ToolDefinition } from "../../../records/index.ts";
import { compilePattern, isRecord, jsonObjectOrNull } from "../../../text/index.ts";

export interface WantedCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** Words of names that say nothing about the subject of a search. */
const PLAIN_VERBS = new Set("get lookup look find fetch read search list check query show echo the for".split(" "));

/**
 * The calls of tools that an instruction asks for, in the order the tools are offered: either spelt out, as in call `lookup` with
 * `{"id": 1}`, or inferred if the tool's name matches the instruction and all required values are there.
 */
export function ownCalls(instruction: string, tools: readonly ToolDefinition[]): WantedCall[] {
  const spelt = [...instruction.matchAll(/\b(?:call|use)\s+`([\w-]+)`(?:\s+with\s+`(\{[^`]*\})`)?/gi)].flatMap(
    ([, name, json]): WantedCall[] => {
      if (!tools.some((tool) => tool.function.name === name)) return [];
      const given = jsonObjectOrNull(json ?? "{}");
      return given ? [{ name: name!, arguments: given }] : [];
    },
  );
  if (spelt.length > 0) return spelt;
  return tools.flatMap(({ function: { name, parameters } }) => {
    if (!isAbout(instruction, name)) return [];
    const given = fill(parameters, instruction);
    return given ? [{ name, arguments: given }] : [];
  });
}

function isAbout(instruction: string, name: string): boolean {
  const said = instruction.toLowerCase();
  const words = name.toLowerCase().split(/[_-]+/);
  const telling = words.filter((word) => word.length > 2 && !PLAIN_VERBS.has(word));
  return telling.length > 0 && telling.every((word) => said.includes(word.replace(/s$/, "")));
}

/** A value for every required parameter, each from a different part; null when one is missing. */
function fill(parameters: Record<string, unknown>, instruction: string): Record<string, unknown> | null {
  const properties = isRecord(parameters.properties) ? parameters.properties : {};
  const required = Array.isArray(parameters.required) ? parameters.required : [];
  if (required.length === 0) return null;
  const quoted = [...instruction.matchAll(/["“`]([^"”`]+)["”`]/g)].map(([, text]) => text!);
  const numbers = [...instruction.matchAll(/(?<![\w-])-?\d+(?:\.\d+)?(?![\w-])/g)].map(([number]) => Number(number));
  const given: Record<string, unknown> = {};
  for (const name of required) {
    const schema = properties[name];
    const value = isRecord(schema) ? valueFor(schema, instruction, quoted, numbers) : undefined;
    if (value === undefined) return null;
    given[name] = value;
  }
  return given;
}

function valueFor(schema: Record<string, unknown>, instruction: string, quoted: string[], numbers: number[]): unknown {
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) {
    const said = instruction.toLowerCase();
    return schema.enum.find((value) => typeof value === "string" && said.includes(value.toLowerCase()));
  }
  if (schema.type === "integer" || schema.type === "number") return numbers.shift();
  if (typeof schema.pattern !== "string") return quoted.shift();
  const reading = compilePattern(schema.pattern);
  const words = instruction.split(/[\s,;:!?"“”`'()]+/).map((word) => word.replace(/\.+$/, ""));
  return reading.ok ? words.find((word) => word !== "" && reading.pattern.find(word) !== null) : undefined;
}
