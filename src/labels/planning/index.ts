export { drawPlan } from "./draw-plan.ts";
export { openResiduals } from "./label-residuals.ts";

export { promiseOf } from "./promise.ts";
export { type UnitOf, unitsOf } from "./units.ts";
