import { type PlainText, plainText } from '../../../domain/document/plainText.js';
import { TEMPLATES_FOLDER } from '../../../domain/project/projectFolders.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { TemplateLibrary } from '../../../ports/templateLibrary.js';

/** Templates are single files directly in `.spectool/templates/`, nothing else. */
export class FileTemplateLibrary implements TemplateLibrary {
  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  read(fileName: string): PlainText | undefined {
    if (!this.names().includes(fileName)) return undefined;
    const bytes = this.#files.read(`${TEMPLATES_FOLDER}/${fileName}`);
    return bytes === undefined ? undefined : plainText(bytes);
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
