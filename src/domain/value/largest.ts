/** The largest of any number of numbers, as `Math.max`, whose arguments find room for some hundred thousand. @param least where there are none larger. */
export function largest(numbers: Iterable<number>, least = -Infinity): number {
  let found = least;
  for (const number of numbers) if (number > found) found = number;
  return found;
}
