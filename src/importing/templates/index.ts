export type { TemplateExpression } from "./expression.ts";
export {
  cellsOf,
  escapeBraces,
  fillCells,
  literally,
  type TranslatedText,
  translateTemplate,
} from "./translate-template.ts";
export { translateValue } from "./translate-value.ts";
