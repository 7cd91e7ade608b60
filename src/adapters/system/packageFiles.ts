import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ShippedFiles } from '../../ports/shippedAndGeneratedTexts.js';

/** Reads files that are part of the installed package. */
export class PackageFiles implements ShippedFiles {
  readonly #packageRoot: string;
  readonly #worded: (text: string) => string;

  /** @param worded adapts the text of a file to the project. */
  constructor(packageRoot: string, worded = (text: string) => text) {
    this.#packageRoot = packageRoot;
    this.#worded = worded;
  }

  read(path: string): string {
    try {
      return this.#worded(readFileSync(join(this.#packageRoot, path), 'utf8'));
    } catch {
      throw new SpectoolError('INTERNAL', `The installation is incomplete: ${path} is missing.`, {
        hint: 'Install spectool again.',
      });
    }
  }
}
