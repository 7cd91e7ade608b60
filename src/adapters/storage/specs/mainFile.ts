import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { FileSystem } from '../../../ports/fileSystem.js';

type Looking = Pick<FileSystem, 'list' | 'stat' | 'readText'>;

/**
 * The document of a spec made when the configuration named another file: its README.md, else its only Markdown file with
 * frontmatter. Undefined where the folder has the configured one, or nothing that could be meant.
 */
export function keptFileIn(files: Looking, folder: string, defaultFile: string): string | undefined {
  try {
    if (files.stat(`${folder}/${defaultFile}`) !== undefined) return undefined;
    const names = files.list(folder).flatMap(({ name, kind }) => (kind === 'file' ? [name] : []));
    const readme = names.find((name) => name.toLowerCase() === 'readme.md');
    if (readme !== undefined) return readme;
    const documents = names.filter(
      (name) =>
        /\.(?:md|markdown)$/i.test(name) &&
        /^\uFEFF?---[ \t]*\r?\n/.test(files.readText(`${folder}/${name}`) ?? ''),
    );
    return documents.length === 1 ? documents[0] : undefined;
  } catch (error) {
    // Told where the document is read.
    if (error instanceof SpectoolError) return undefined;
    throw error;
  }
}
