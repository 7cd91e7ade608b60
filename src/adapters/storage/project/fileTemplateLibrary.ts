import { BOUNDS } from '../../../domain/value/bounds.js';
import { type PlainText, plainText } from '../../../domain/document/documentText.js';
import { TEMPLATES_FOLDER } from '../../../domain/project/projectFolders.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { TemplateLibrary } from '../../../ports/shippedAndGeneratedTexts.js';

/** Reads templates, which are the files directly in `.spectool/templates/`. */
export class FileTemplateLibrary implements TemplateLibrary {
  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  read(fileName: string): PlainText | undefined {
    if (!this.names().includes(fileName)) return undefined;
    const bytes = this.#files.read(`${TEMPLATES_FOLDER}/${fileName}`);
    if (bytes === undefined) return undefined;
    const megabytes = Math.ceil(bytes.length / BOUNDS.smallFile);
    return megabytes > 1
      ? { problem: `has ${String(megabytes)} MB, more than the limit of 1 MB for templates` }
      : plainText(bytes);
  }

  names(): readonly string[] {
    return this.#files
      .list(TEMPLATES_FOLDER)
      .filter(
        ({ kind, name }) =>
          kind === 'file' || (kind === 'link' && this.#files.isInside(`${TEMPLATES_FOLDER}/${name}`)),
      )
      .map(({ name }) => name);
  }
}
