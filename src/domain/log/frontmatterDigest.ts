import type { JsonObject } from '../value/json.js';
import { canonicalJson } from './canonicalJson.js';

/** Tells one frontmatter from another: of the values, not of the bytes, so that comments and line ends do not matter. */
export function frontmatterDigest(frontmatter: JsonObject, sha256: (text: string) => string): string {
  return sha256(canonicalJson(presentFields(frontmatter))).slice(0, 32);
}

/** A field that is null is as good as none. */
export function presentFields(frontmatter: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(frontmatter).filter(([, value]) => value !== null));
}
