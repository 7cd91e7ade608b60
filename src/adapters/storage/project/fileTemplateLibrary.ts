import { TEMPLATES_FOLDER } from '../../../domain/project/projectFolders.js';
import type { FileSystem } from '../../../ports/fileSystem.js';
import type { TemplateLibrary } from '../../../ports/templateLibrary.js';

/** Templates are single files directly in `.spectool/templates/`, nothing else. */
export class FileTemplateLibrary implements TemplateLibrary {
  readonly #files: FileSystem;

  constructor(files: FileSystem) {
    this.#files = files;
  }

  read(fileName: string): string | undefined {
    return this.names().includes(fileName)
      ? this.#files.readText(`${TEMPLATES_FOLDER}/${fileName}`)
      : undefined;
  }

  names(): readonly string[] {
    return this.#files
      .list(TEMPLATES_FOLDER)
      .filter(({ kind }) => kind === 'file')
      .map(({ name }) => name);
  }
}
