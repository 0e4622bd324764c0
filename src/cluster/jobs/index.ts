export {
  BEGUN_CHANNEL,
  CANCEL_CHANNEL,
  COLLECTED_LIFETIME_MS,
  DONE_CHANNEL,
  declinedKey,
  JOB_OPTIONS,
  type JobData,
  type JobKind,
  type JobResult,
  jobKey,
  PREFIX,
  QUEUE,
  RESULT_LIFETIME_MS,
  resultKey,
} from "./job.ts";
export { askForResult, type FoundResult, findResult, readResult } from "./read-result.ts";
export { redisClock } from "./redis-clock.ts";
