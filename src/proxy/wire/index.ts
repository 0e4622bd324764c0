export { believableUsage } from "./believable-usage.ts";
export { openEventStream } from "./event-stream.ts";
export * from "./format.ts";
export { jsonText } from "./loose-json.ts";
export { askedOutput, dearerService, offersProviderTools } from "./price-of-request.ts";
export { type Resource, readerFor, resourceOf } from "./resource.ts";
