import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../text/index.ts";

/** Workspace template in the package. */
export interface WorkspaceTemplate {
  name: string;
  /** Purpose, in one line. */
  description: string;
  /** Commands that work in the new workspace as they are. */
  next: string[];
  folder: string;
}

export const DEFAULT_TEMPLATE = "quickstart";

/** A template's description of itself; never copied. */
export const TEMPLATE_CARD = "template.json";

/** Lists templates: the default, then every folder of templates/ with a card, so that adding a folder adds a template. */
export function shippedTemplates(): WorkspaceTemplate[] {
  const folder = join(packageRoot(), "templates");
  const names = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, TEMPLATE_CARD)))
    .sort();
  return [quickstart(), ...names.map((name) => readTemplate(name, join(folder, name)))];
}

function readTemplate(name: string, folder: string): WorkspaceTemplate {
  const card = JSON.parse(readFileSync(join(folder, TEMPLATE_CARD), "utf8")) as Pick<
    WorkspaceTemplate,
    "description" | "next"
  >;
  return { name, description: card.description, next: card.next, folder };
}

/** The first example of the documentation. */
function quickstart(): WorkspaceTemplate {
  return {
    name: DEFAULT_TEMPLATE,
    description: "a bit of everything: four offline subjects, eight cases, a panel of three judges",
    next: ["assay validate", "assay run-eval"],
    folder: join(packageRoot(), "examples", "quickstart"),
  };
}
