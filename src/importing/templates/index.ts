export { asTemplateText, type TemplateExpression } from "./expression.ts";
export {
  cellsOf,
  escapeBraces,
  fillCells,
  literally,
  type TranslatedText,
  translateTemplate,
} from "./translate-template.ts";
export { translateValue, type ValueTranslation } from "./translate-value.ts";
