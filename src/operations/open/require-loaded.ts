import type { Loaded } from "../../config/index.ts";
import { ConfigError } from "../../errors/index.ts";
import type { Controls } from "../controls.ts";

/** What a file holds, with its warnings passed on; a file that cannot be used ends the operation. */
export function valueOrThrow<Value>(loaded: Loaded<Value>, refusal: string, onEvent: Controls["onEvent"]): Value {
  const { diagnostics } = loaded;
  if (!loaded.ok) throw new ConfigError(refusal, diagnostics);
  if (diagnostics.length > 0) onEvent?.({ type: "diagnostics", diagnostics });
  return loaded.value;
}
