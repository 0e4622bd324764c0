import { resolve } from "node:path";
import type { Argument, Command, Option } from "commander";
import { type IdKind, workspaceIds } from "./workspace-ids.ts";

/** Completions at the cursor: words, or file names, which the shell lists better itself. */
export type Candidates = { kind: "words"; words: Candidate[] } | { kind: "files" };

interface Candidate {
  value: string;
  /** One line, possibly empty. */
  description: string;
}

/** Flags and arguments that take ids of the workspace. */
const IDS: Record<string, IdKind> = {
  "--suite": "suite",
  "--run-profile": "run_profile",
  "--evaluation-profile": "evaluation_profile",
  "--against": "evaluation_profile",
  "--variant": "variant",
  "--case": "case",
  "--model": "model",
  suite: "suite",
};

/** Completes a command line, reading no more of the workspace than the ids it needs. */
export async function candidatesFor(
  program: Command,
  words: string[],
  current: string,
  from: string,
): Promise<Candidates> {
  const { command, pending, given, used, isOver } = walk(program, words);
  const cwd = resolve(from, used.workspace ?? ".");
  const [, flag, start] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? [];
  const byEquals = flag === undefined ? undefined : optionsOf(command).find((option) => option.long === flag);
  const found =
    pending !== undefined
      ? await valuesOf(pending, current, cwd, used)
      : byEquals !== undefined
        ? prefixed(await valuesOf(byEquals, start!, cwd, used), `${flag}=`)
        : current.startsWith("-") && !isOver
          ? wordsOf(
              optionsOf(command).map((option) => ({
                value: option.long ?? option.short!,
                description: option.description,
              })),
            )
          : await commandsOrArgument(command, given, current, cwd);
  if (found.kind === "files") return found;
  // Ids that a shell could split or execute are not offered.
  const fitting = found.words.filter(({ value }) => value.startsWith(current) && !/\p{Cc}|\p{Cf}/u.test(value));
  return { kind: "words", words: fitting };
}

interface Walked {
  command: Command;
  /** The option whose value comes next. */
  pending?: Option;
  /** Number of arguments so far. */
  given: number;
  /** True after `--`: no more flags follow. */
  isOver: boolean;
  /** Flags already given that affect completion: `--suite` for models and variants, and the workspace folder. */
  used: { suite?: string; workspace?: string };
}

function walk(program: Command, words: string[]): Walked {
  const walked: Walked = { command: program, given: 0, isOver: false, used: {} };
  for (const word of words) {
    const { command, pending } = walked;
    if (pending !== undefined) {
      if (pending.long === "--suite") walked.used.suite = word;
      if (pending.long === "--workspace") walked.used.workspace = word;
      delete walked.pending;
      if (!pending.optional || !word.startsWith("-")) continue;
    }
    if (!walked.isOver && word === "--") walked.isOver = true;
    else if (!walked.isOver && word.startsWith("-")) {
      const option = optionsOf(command).find(({ long, short }) => word === long || word === short);
      if (option && (option.required || option.optional)) walked.pending = option;
    } else {
      const inner = command.commands.find((candidate) => candidate.name() === word);
      if (inner !== undefined && walked.given === 0) walked.command = inner;
      else walked.given += 1;
    }
  }
  return walked;
}

/** Options of a command and of its default subcommand. */
function optionsOf(command: Command): readonly Option[] {
  const { _defaultCommandName: name } = command as unknown as { _defaultCommandName: string | null };
  const standard = command.commands.find((inner) => inner.name() === name);
  const shown = (one: Command) => one.createHelp().visibleOptions(one);
  return standard === undefined ? shown(command) : [...shown(command), ...shown(standard)];
}

async function commandsOrArgument(command: Command, given: number, current: string, cwd: string): Promise<Candidates> {
  const inner = command.createHelp().visibleCommands(command);
  if (inner.length > 0 && given === 0)
    return wordsOf(inner.map((one) => ({ value: one.name(), description: one.description() })));
  const argument =
    command.registeredArguments[given] ?? command.registeredArguments.findLast(({ variadic }) => variadic);
  return argument === undefined ? wordsOf([]) : await valuesOf(argument, current, cwd, {});
}

async function valuesOf(
  taken: Option | Argument,
  current: string,
  cwd: string,
  { suite }: { suite?: string },
): Promise<Candidates> {
  const name = "long" in taken ? (taken.long ?? "") : taken.name();
  const choices = taken.argChoices ?? (taken as { formats?: readonly string[] }).formats;
  if (choices) return wordsOf(choices.map((value) => ({ value, description: "" })));
  const isPath = current.includes("/") || /^[.~]/.test(current);
  if (IDS[name] === undefined || isPath) return { kind: "files" };
  const ids = await workspaceIds(IDS[name], cwd, suite);
  return wordsOf(ids.map((value) => ({ value, description: "" })));
}

function prefixed(found: Candidates, prefix: string): Candidates {
  if (found.kind === "files") return found;
  return wordsOf(found.words.map(({ value, description }) => ({ value: `${prefix}${value}`, description })));
}

function wordsOf(words: Candidate[]): Candidates {
  return { kind: "words", words };
}
