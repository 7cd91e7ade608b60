import { isBinaryName, isMarkdown } from '../document/decodeText.js';

/** Matches generated files, which are not searched because they are long. */
const GENERATED = /\.(?:lock|map|min\.[cm]?js|min\.css)$|(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/i;
/** The greatest number of files of one spec that are searched, because a folder may contain a whole program. */
const MOST_FILES = 50;
/** The greatest size in bytes of a file that is searched. */
const LARGEST_FILE = 256 * 1024;
const MOST_BYTES = 2 * LARGEST_FILE;

/** Returns the files in a spec's folder that may be searched and are not Markdown, those nearest to the document first. */
export function attachedNames(names: readonly string[]): readonly string[] {
  return names
    .filter((name) => !isMarkdown(name) && !isBinaryName(name) && !GENERATED.test(name))
    .sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1))
    .slice(0, MOST_FILES);
}

/** Returns the files that are searched; files that exceed the limits of size are skipped. */
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
