const NUMBER = /^#?(\d{1,15})$/;

/** The number that a reference is: `5`, `005` and `#5` are the same; undefined for any other. */
export function numberIn(reference: string): number | undefined {
  const digits = NUMBER.exec(reference)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
