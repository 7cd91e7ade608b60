/**
 * The folder name with another number: whatever stands before and after it stays.
 * @param name the part behind the number, as `parseFolderName` tells it.
 */
export function renumberedRef(ref: string, name: string, sequence: number, digits: number): string {
  const padded = String(sequence).padStart(digits, '0');
  const tail = `-${name}`;
  if (!ref.endsWith(tail)) return `${padded}-${name}`;
  return `${ref.slice(0, -tail.length).replace(/\d+$/, '')}${padded}${tail}`;
}
