export { type DrawOptions, drawPlan } from "./draw-plan.ts";
export { openResiduals, type Residuals } from "./label-residuals.ts";
export { type MeasuredUnit, scoreFor } from "./measure-units.ts";
export { promiseOf } from "./promise.ts";
export { type UnitOf, unitsOf } from "./units.ts";
