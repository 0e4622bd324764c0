import type { Loaded } from "../../config/index.ts";
import { ConfigError } from "../../errors/index.ts";
import type { Controls } from "../controls.ts";

/** Returns a file's value and reports its warnings; throws for an unusable file. */
export function valueOrThrow<Value>(loaded: Loaded<Value>, refusal: string, onEvent: Controls["onEvent"]): Value {
  const { diagnostics } = loaded;
  if (!loaded.ok) throw new ConfigError(refusal, diagnostics);
  if (diagnostics.length > 0) onEvent?.({ type: "diagnostics", diagnostics });
  return loaded.value;
}
