import { z } from "zod";
import { filePath, insidePath, nonEmpty } from "../fields/common.ts";
import { agentOutput } from "./agent-output.ts";

/** Program of an agent. `openclaw` has its own settings; `command` is any other program. */
const AGENT_KINDS = ["openclaw", "claude_code", "codex", "gemini_cli", "command"] as const;
export type AgentKind = (typeof AGENT_KINDS)[number];

/** Placeholders in `command`, `resume`, `arguments`, `environment` and `home_files`. */
export const AGENT_PLACEHOLDERS = [
  "message",
  "model",
  "session",
  "base_url",
  "origin",
  "token",
  "workspace",
  "home",
] as const;

const noNul = (text: string) => !text.includes("\0");
const word = z.string().refine(noNul, "must not contain a NUL character");
const words = z.array(word).min(1, "needs at least the program's name");

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "the name of an environment variable");

/** Fields of agent.yaml that choose the program and how to talk to it. */
export const agentProgramFields = {
  kind: z.enum(AGENT_KINDS).optional().describe("Which program the agent is; `openclaw` when left out"),
  image: nonEmpty
    .optional()
    .describe(
      "Pinned OCI image with the agent's program and Node; left out, it runs in the sandbox, from this machine",
    ),
  program: word
    .min(1)
    .optional()
    .describe(
      "Name or absolute path of the program, if not what its kind calls it (`claude`, `codex`, `gemini`, `openclaw`)",
    ),
  arguments: z.array(word).optional().describe("Further arguments on its command line; not for `command`"),
  command: words
    .optional()
    .describe("For `command`: the command line of the first turn; without `{message}`, the message comes on stdin"),
  resume: words
    .optional()
    .describe("For `command`: the command line of each later turn; without it a case can have only one turn"),
  output: agentOutput.optional().describe("For `command`: how what it prints is read"),
  version_command: words.optional().describe("For `command`: prints the program's version, which is recorded"),
  environment: z
    .record(variable, word)
    .optional()
    .describe("Environment of the program; `$NAME` is read from Assay's own and never stored"),
  home_files: z
    .record(insidePath, z.string())
    .optional()
    .describe("Files in the agent's home before its first turn, by path: settings that have no option"),
  host_folders: z
    .array(
      filePath
        .refine((path) => /^(?:\/|~\/)/.test(path), "must be absolute, or start with `~/`")
        .refine(
          (path) => !/^\/(?:(?:tmp|workspace|proc|dev|etc|run)(?:\/|$)|$)/.test(path),
          "is provided by the sandbox itself; keep the program in a folder of its own elsewhere",
        ),
    )
    .min(1)
    .optional()
    .describe("In the sandbox: folders of this machine that the program needs, seen read-only; `/usr` always is"),
};
