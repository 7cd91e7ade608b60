import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Returns the package's folder: the nearest ancestor of this module that contains the templates. Works when bundled, when
 * built, and from source.
 */
export function packageRoot(): string {
  const start = typeof __dirname === 'string' ? __dirname : import.meta.dirname;
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'templates', 'spec-template.md')) || dirname(folder) === folder)
      return folder;
  }
}
