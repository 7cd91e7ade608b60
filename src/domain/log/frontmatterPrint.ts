import type { JsonObject } from '../value/json.js';
import { canonicalJson } from './records/canonicalJson.js';

/**
 * 53 bits of its values, but for `updated`, which is the tool's own; never 0. It only spares a look at the log: a document whose
 * print is met by chance, or made to be met, is shown as it stands. Of each field two FNV-1a hashes (Fowler, Noll, Vo), 32 bits and
 * 21; fields stand in any order, so their hashes are added. Listings make one for every spec.
 */
export function frontmatterPrint(frontmatter: JsonObject): number {
  let [high, low] = [0, 0];
  for (const key of Object.keys(frontmatter)) {
    const value = frontmatter[key];
    if (key === 'updated' || value === null || value === undefined) continue;
    const text = typeof value === 'string' ? `${key}\n"${value}` : `${key}\n${canonicalJson(value)}`;
    let [fieldHigh, fieldLow] = [0x811c9dc5, 0x050c5d1f];
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      fieldHigh = Math.imul(fieldHigh ^ unit, 0x01000193);
      fieldLow = Math.imul(fieldLow ^ unit, 0x01000197) ^ (fieldLow >>> 15);
    }
    high = (high + fieldHigh) | 0;
    low = (low + fieldLow) | 0;
  }
  return (high >>> 0) * 2 ** 21 + ((low >>> 0) >>> 11) || 1;
}

/** Tells one frontmatter from another: of the values, not of the bytes, so that comments and line ends do not matter. */
export function frontmatterDigest(frontmatter: JsonObject, sha256: (text: string) => string): string {
  return sha256(canonicalJson(presentFields(frontmatter))).slice(0, 32);
}

/** A field that is null is as good as none. */
export function presentFields(frontmatter: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(frontmatter).filter(([, value]) => value !== null));
}
