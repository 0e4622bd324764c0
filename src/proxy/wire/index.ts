export { type BelievableUsage, believableUsage, type ExchangeSize } from "./believable-usage.ts";
export { type EventStream, openEventStream } from "./event-stream.ts";
export * from "./format.ts";
export { jsonText } from "./loose-json.ts";
export { type AskedOutput, askedOutput, dearerService, offersProviderTools } from "./price-of-request.ts";
export { type Resource, readerFor, resourceOf } from "./resource.ts";
