/** Returns a duration in words, rounded down to whole units: `today`, `3 d`, `2 weeks`, `5 months`, `2 years`. */
export function durationText(days: number): string {
  const whole = Math.floor(days);
  if (whole < 1) return 'today';
  if (whole < 14) return `${whole} d`;
  if (whole < 60) return `${Math.floor(whole / 7)} weeks`;
  if (whole < 730) return `${Math.floor(whole / 30.44)} months`;
  return `${Math.floor(whole / 365.25)} years`;
}
