/**
 * Returns a copy of a part of a longer text. V8 stores a substring as a reference into the text, so whoever keeps the substring
 * without a copy keeps the whole text in memory.
 */
export function copiedText(part: string): string {
  return ` ${part}`.slice(1);
}
