import { lazyOperation } from "../lazy-operation.ts";

// What people say about what judges saw, and what follows from it.

/**
 * Whether judges can be trusted: their agreement with human labels, and scores, pass rates and differences as the labels correct them. Nobody is asked.
 *
 * @example
 * const { questions } = await calibrate({ suite: "quickstart" });
 * for (const { question, judges } of questions) console.log(question, judges[0]?.agreement.accuracy);
 */
export const calibrate = lazyOperation(async () => (await import("../calibration/index.ts")).calibrate);
/**
 * Has the judges of a profile judge the labelled packets again, and says whether they have become better or worse than the stored verdicts.
 *
 * @example
 * const profile = { suite: "quickstart", runProfile: "offline", evaluationProfile: "offline_judge" };
 * const checked = await calibrateGold(profile).catch((error) => error.message);
 * console.log(checked.verdict ?? checked);
 */
export const calibrateGold = lazyOperation(async () => (await import("../calibration/index.ts")).calibrateGold);
/**
 * Whether a judge prefers what people prefer, of pairs that were judged elsewhere: agreement, position bias, and win rates corrected by the labels.
 *
 * @example
 * const found = await calibratePairs({ file: "pairs.jsonl" }).catch((error) => error.message);
 * console.log(found.accuracy ?? found);
 */
export const calibratePairs = lazyOperation(async () => (await import("../calibration/index.ts")).calibratePairs);
/**
 * Draws packets to be labelled, with known probabilities, and keeps the plan in labels/plans/. The same name with a larger budget enlarges it.
 *
 * @example
 * const { plan } = await planLabels({ suite: "quickstart", budget: 20 });
 * console.log(plan.packets.length, plan.strata);
 */
export const planLabels = lazyOperation(async () => (await import("../labels/index.ts")).planLabels);
/**
 * Opens a queue of packets for an annotator, blind: no verdict, no subject, nobody else's label. Every answer is on the disk before the next
 * packet is shown.
 *
 * @example
 * const session = await label({ suite: "quickstart", annotator: "ann", questions: ["score:overall"], plan: null });
 * for (let task = session.current(); task !== null; task = session.current()) await session.answer({ value: 7 });
 * await session.close();
 */
export const label = lazyOperation(async () => (await import("../labels/index.ts")).label);
/**
 * Opens what annotators disagree about, for somebody who settles it.
 *
 * @example
 * const session = await adjudicate({ annotator: "chief" });
 * console.log(session.progress().total, session.opinions());
 * await session.close();
 */
export const adjudicate = lazyOperation(async () => (await import("../labels/index.ts")).adjudicate);
/**
 * Takes in labels that were given elsewhere, from CSV or JSON Lines. What can't be used is listed line by line.
 *
 * @example
 * const { imported, refused } = await importLabels({ file: "labels.csv", annotator: "ann" });
 * console.log(imported, refused);
 */
export const importLabels = lazyOperation(async () => (await import("../labels/index.ts")).importLabels);
/**
 * Labels for other programs, as CSV or JSON Lines.
 *
 * @example
 * console.log(await exportLabels({ format: "jsonl" }));
 */
export const exportLabels = lazyOperation(async () => (await import("../labels/index.ts")).exportLabels);
/**
 * How far labelling has come: counts by annotator and question, what is stale, and what annotators disagree about.
 *
 * @example
 * const { labels, stale, disagreements } = await labelStatus();
 * console.log(labels, stale.length, disagreements.length);
 */
export const labelStatus = lazyOperation(async () => (await import("../labels/index.ts")).labelStatus);
/**
 * Every label, with whether its packet is still what a judge sees.
 *
 * @example
 * for (const { annotator, value, stale } of (await listLabels()).labels) console.log(annotator, value, stale);
 */
export const listLabels = lazyOperation(async () => (await import("../labels/index.ts")).listLabels);
/**
 * Writes label lines back that the store has and no file: of another workspace whose store was merged, or removed by mistake. Never done unasked.
 *
 * @example
 * console.log((await restoreLabels({ annotator: "ann" })).restored);
 */
export const restoreLabels = lazyOperation(async () => (await import("../labels/index.ts")).restoreLabels);
/**
 * What can be labelled: plans, campaigns with the questions that fit them, and how many disagreements are open.
 *
 * @example
 * const { plans, campaigns } = await labelChoices();
 * console.log(plans.length, campaigns[0]?.questions);
 */
export const labelChoices = lazyOperation(async () => (await import("../labels/index.ts")).labelChoices);
/**
 * Opens a desk for several annotators: each has a queue of their own, and what was judged is read once for all of them.
 *
 * @example
 * const desk = await openSharedLabelling();
 * const queues = ["ann", "ben"].map((annotator) => desk.label({ annotator, plan: null }));
 * for (const queue of await Promise.all(queues)) await queue.close();
 * await desk.close();
 */
export const openSharedLabelling = lazyOperation(async () => (await import("../labels/index.ts")).openSharedLabelling);
