import type { JsonObject } from '../value/json.js';
import { canonicalJson } from './canonicalJson.js';

/** Tells one frontmatter from another: of the values, not of the bytes, so that comments and line ends do not matter. */
export function frontmatterDigest(frontmatter: JsonObject, sha256: (text: string) => string): string {
  const present = Object.fromEntries(Object.entries(frontmatter).filter(([, value]) => value !== null));
  return sha256(canonicalJson(present)).slice(0, 32);
}
