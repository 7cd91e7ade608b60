import type { JsonObject } from '../value/jsonValue.js';
import { canonicalJson } from './records/canonicalJson.js';

/**
 * Returns a 53-bit hash of the field values without `updated`, never 0. Listings compare this hash with a stored one, to avoid
 * reading the log of each spec. Each field has two FNV-1a hashes (Fowler, Noll, Vo) of 32 and 21 bits; the hashes of all fields
 * are added up, so that the order of fields does not matter.
 */
export function frontmatterHash(frontmatter: JsonObject): number {
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

/** Returns a digest of the field values. Comments and line ends of the frontmatter do not change it. */
export function frontmatterDigest(frontmatter: JsonObject, sha256: (text: string) => string): string {
  return sha256(canonicalJson(presentFields(frontmatter))).slice(0, 32);
}

/** Returns the fields that are not null, because a null field counts as absent. */
export function presentFields(frontmatter: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(frontmatter).filter(([, value]) => value !== null));
}
