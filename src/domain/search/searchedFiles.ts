import { isBinaryName, isMarkdown } from '../document/plainText.js';

/** Generated files, which are long and not searched. */
const GENERATED = /\.(?:lock|map|min\.[cm]?js|min\.css)$|(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/i;
/** The most files of one spec that are searched, as a folder may hold a whole program. */
const MOST_FILES = 50;
/** In bytes; larger files are not searched. */
const LARGEST_FILE = 256 * 1024;
const MOST_BYTES = 2 * LARGEST_FILE;

/** Returns the files in a spec's folder that may be searched besides Markdown, those nearest to the document first. */
export function attachedNames(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => !isMarkdown(name) && !isBinaryName(name) && !GENERATED.test(name))
    .sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))
    .slice(0, MOST_FILES);
}

/** Returns the files that are read, whole; files that exceed the limits are skipped. */
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
