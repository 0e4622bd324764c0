/** A fixed number of decimals, for aligned figures in a table. `null` is a dash, never a zero. */
export function formatFixed(value: number | null, decimals: number): string {
  return value === null ? "–" : unsignedZero(value.toFixed(decimals));
}

/** Drops the sign of a value that rounds to zero. */
function unsignedZero(text: string): string {
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** At most two decimals, without trailing zeros: 8, 8.5, 7.33. */
export function formatRounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A score or difference of scores, with enough digits to show `precision`: 0.6, 0.04, 1.00 ± 0.09. */
export function formatPoints(value: number, precision = value): string {
  const magnitude = Math.abs(precision);
  return unsignedZero(value.toFixed(magnitude === 0 || magnitude >= 0.095 ? 1 : magnitude >= 0.0095 ? 2 : 3));
}

/** A difference with its sign: +0.30, −1.25. */
export function formatSigned(value: number, decimals = 2): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(decimals)}`;
}

/** Enough digits to show a fraction of a cent, or the requested number. */
export function formatUsd(usd: number, decimals?: number): string {
  if (decimals !== undefined) return `$${usd.toFixed(decimals)}`;
  if (usd === 0) return "$0";
  return usd < 0.01 ? `$${usd.toPrecision(2)}` : `$${usd.toFixed(usd < 1 ? 3 : 2)}`;
}

export function formatPercent(share: number, decimals = 0): string {
  return `${decimals === 0 ? Math.round(share * 100) : (share * 100).toFixed(decimals)} %`;
}

/** `0.012`, `< 0.001`: a p-value is never zero. */
export function formatPValue(p: number): string {
  return p < 0.001 ? "< 0.001" : p.toFixed(3);
}

/** `p = 0.012`, `p < 0.001`. */
export function formatPEquals(p: number): string {
  return p < 0.001 ? `p ${formatPValue(p)}` : `p = ${formatPValue(p)}`;
}

/** A measured duration: `1.2 s`. */
export function formatSeconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** An ongoing duration, in whole seconds: `45 s`, `2 min 5 s`, `1 h 3 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
}

/** `12,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

const BYTE_UNITS = ["KiB", "MiB", "GiB", "TiB"] as const;

/** `0 bytes`, `1 byte`, `512 bytes`, `1.5 KiB`, `23 MiB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let [size, unit] = [bytes / 1024, 0];
  // A value that would round up to 1,024 becomes one of the next unit.
  while (Math.round(size) >= 1024 && unit < BYTE_UNITS.length - 1) [size, unit] = [size / 1024, unit + 1];
  return `${size < 9.95 ? size.toFixed(1) : formatCount(Math.round(size))} ${BYTE_UNITS[unit]}`;
}
