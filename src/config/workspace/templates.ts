import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../../text/index.ts";

/** A workspace to begin with, shipped with the package. */
export interface WorkspaceTemplate {
  name: string;
  /** One line: what it is for. */
  description: string;
  /** Commands that work as they are in the new workspace. */
  next: string[];
  /** Where its files are. */
  folder: string;
}

export const DEFAULT_TEMPLATE = "quickstart";

/** What a template says about itself; never copied. */
export const TEMPLATE_CARD = "template.json";

/** The default first, then every folder of templates/ that has a card: whoever adds a folder there has added a template. */
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

/** The example that the documentation begins with. */
function quickstart(): WorkspaceTemplate {
  return {
    name: DEFAULT_TEMPLATE,
    description: "a bit of everything: four offline subjects, eight cases, a panel of three judges",
    next: ["assay validate", "assay run-eval"],
    folder: join(packageRoot(), "examples", "quickstart"),
  };
}
