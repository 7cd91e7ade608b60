import { isMarkdown, mayBeDocument } from '../../../domain/document/plainText.js';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../../ports/fileSystem.js';

type Looking = Pick<FileSystem, 'list' | 'stat' | 'readText'>;

/**
 * The document of a spec made when the configuration named another file: its only Markdown with frontmatter, else its
 * README.md. Undefined where the folder has the configured one, or nothing that could be meant.
 */
export function keptFileIn(files: Looking, folder: string, defaultFile: string): string | undefined {
  try {
    if (files.stat(`${folder}/${defaultFile}`) !== undefined) return undefined;
    const texts = textsIn(files, folder);
    const written = texts.filter(isMarkdown);
    const readme = written.find((name) => name.toLowerCase() === 'readme.md');
    if (readme !== undefined && written.length === 1) return readme;
    return (
      onlyDocument(files, folder, written) ??
      readme ??
      (written.length === 0 ? onlyDocument(files, folder, texts) : undefined)
    );
  } catch (error) {
    // Told where the document is read.
    if (error instanceof SpectoolError) return undefined;
    throw error;
  }
}

/** The document beside a configured file that is none: the only other Markdown with frontmatter, or other text where there is none. */
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

/** The one of these that has frontmatter. */
function onlyDocument(files: Looking, folder: string, names: readonly string[]): string | undefined {
  const documents = names.filter((name) => hasFrontmatter(files, `${folder}/${name}`));
  return documents.length === 1 ? documents[0] : undefined;
}

/** False for what cannot be read, too. */
export function hasFrontmatter(files: Looking, path: string): boolean {
  try {
    return /^\uFEFF?---[ \t]*\r?\n/.test(files.readText(path) ?? '');
  } catch (error) {
    // What cannot be read is no reason to lose sight of the file beside it.
    if (error instanceof SpectoolError) return false;
    throw error;
  }
}
