/** An object with names, as JSON has it. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function hasTexts(value: Readonly<Record<string, unknown>>, ...keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === 'string');
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

export function isIntegers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(Number.isSafeInteger);
}
