import { isBinaryName, isMarkdown } from '../document/plainText.js';

/** Written by programs for programs: long, and nobody searches for a word of it. */
const GENERATED = /\.(?:lock|map|min\.[cm]?js|min\.css)$|(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/i;
/** Of one spec; a folder may hold a whole program. */
const MOST_FILES = 50;
/** In bytes; of a larger file, as a listing of data, nothing is read. */
const LARGEST_FILE = 256 * 1024;
const MOST_BYTES = 2 * LARGEST_FILE;

/** Files beside a document that may be searched though they are no Markdown, those nearest to it first. */
export function attachedNames(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => !isMarkdown(name) && !isBinaryName(name) && !GENERATED.test(name))
    .sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))
    .slice(0, MOST_FILES);
}

/** Those of them that are read, whole: what does not fit into the bounds is passed over. */
export function attachedWithin(
  names: readonly string[],
  sizeOf: (name: string) => number,
): readonly string[] {
  let room = MOST_BYTES;
  return names.filter((name) => {
    const size = sizeOf(name);
    if (size > LARGEST_FILE || size > room) return false;
    room -= size;
    return true;
  });
}

function depthOf(name: string): number {
  return name.split('/').length;
}
