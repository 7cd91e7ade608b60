/**
 * Returns the largest number. `Math.max` is not used, because it fails with some hundred thousand arguments.
 * @param least the result if no number is larger.
 */
export function largestNumber(numbers: Iterable<number>, least = -Infinity): number {
  let found = least;
  for (const number of numbers) if (number > found) found = number;
  return found;
}
