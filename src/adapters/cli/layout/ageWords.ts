/** A length of time as one says it: `today`, `3 d`, `2 weeks`, `5 months`, `2 years`. */
export function ageWords(days: number): string {
  if (days < 1) return 'today';
  if (days < 14) return `${Math.floor(days)} d`;
  if (days < 60) return `${Math.floor(days / 7)} weeks`;
  if (days < 730) return `${Math.floor(days / 30.44)} months`;
  return `${Math.floor(days / 365.25)} years`;
}
