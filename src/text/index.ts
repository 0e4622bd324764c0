export { canonicalHash, canonicalJson, sha256 } from "./canonical.ts";
