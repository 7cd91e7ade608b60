import { isMarkdown, mayBeDocument } from '../../../domain/document/decodeText.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../../ports/fileSystem.js';

/** The name of Spec Kit's documents, which may become specs where they are. */
export const SPEC_KIT_DOCUMENT = 'spec.md';

type Looking = Pick<FileSystem, 'list' | 'stat' | 'readText'>;

/**
 * Returns the document of a spec that was made when the configuration had another name for documents: the folder's only Markdown
 * file with frontmatter, or else its README.md or the `spec.md` of Spec Kit. Undefined if the folder contains the configured document, or no such file.
 */
export function keptFileIn(files: Looking, folder: string, defaultFile: string): string | undefined {
  try {
    if (files.stat(`${folder}/${defaultFile}`) !== undefined) return undefined;
    const texts = textsIn(files, folder);
    const written = texts.filter(isMarkdown);
    const readme =
      written.find((name) => name.toLowerCase() === 'readme.md') ??
      written.find((name) => name === SPEC_KIT_DOCUMENT);
    if (readme !== undefined && written.length === 1) return readme;
    return (
      onlyDocument(files, folder, written) ??
      readme ??
      (written.length === 0 ? onlyDocument(files, folder, texts) : undefined)
    );
  } catch (error) {
    // Ignore the error, because reading the document reports it.
    if (error instanceof SpectoolError) return undefined;
    throw error;
  }
}

/**
 * Returns the document of a spec whose file with the configured name has no frontmatter: the only other Markdown file with
 * frontmatter. If there is no other Markdown file, the only other text file with frontmatter.
 */
export function documentBeside(files: Looking, folder: string, defaultFile: string): string | undefined {
  try {
    const others = textsIn(files, folder).filter((name) => name !== defaultFile);
    const written = others.filter(isMarkdown);
    return onlyDocument(files, folder, written.length > 0 ? written : others);
  } catch (error) {
    if (error instanceof SpectoolError) return undefined;
    throw error;
  }
}

function textsIn(files: Looking, folder: string): readonly string[] {
  return files
    .list(folder)
    .flatMap(({ name, kind }) => (kind === 'file' && mayBeDocument(name) ? [name] : []));
}

/** Returns the only one of these files that has frontmatter of a spec; undefined if none or several have. */
function onlyDocument(files: Looking, folder: string, names: readonly string[]): string | undefined {
  const documents = names.filter((name) => isOfSpec(files, `${folder}/${name}`));
  return documents.length === 1 ? documents[0] : undefined;
}

/** Fields that a spec has. Frontmatter without them is another tool's, such as that of Spec Kit's `tasks.md`. */
const OF_A_SPEC = /^(?:status|id)[ \t]*:/m;

/** True if a file begins with frontmatter of a spec. False if it does not, or cannot be read. */
function isOfSpec(files: Looking, path: string): boolean {
  try {
    const [, block = ''] =
      /^\uFEFF?---[ \t]*\r?\n([^]*?)(?:^---|$(?![^]))/m.exec(files.readText(path) ?? '') ?? [];
    return OF_A_SPEC.test(block);
  } catch (error) {
    // Ignore an unreadable file, so that the other files are still found.
    if (error instanceof SpectoolError) return false;
    throw error;
  }
}
