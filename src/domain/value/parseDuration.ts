const MINUTE = 60_000;
const UNITS = { m: MINUTE, h: 60 * MINUTE, d: 24 * 60 * MINUTE, w: 7 * 24 * 60 * MINUTE } as const;

/** Returns a duration such as `30m`, `4h`, `1h30m`, `3d` or `2w` in ms; undefined for any other text. */
export function millisecondsOf(duration: string): number | undefined {
  if (!/^(?:\d{1,6}[mhdw])+$/.test(duration) || duration.length > 40) return undefined;
  let sum = 0;
  for (const [, count, unit] of duration.matchAll(/(\d+)([mhdw])/g))
    sum += Number(count) * UNITS[unit as keyof typeof UNITS];
  return sum;
}
