import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { causeOf, reasonOf } from '../../domain/errors/fileFailure.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';

/** Of another program, that reads or writes copies. */
export interface TemporaryFolder {
  readonly paths: readonly string[];
  /** Takes it away; what kept it from that, where something did. */
  readonly remove: () => string | undefined;
}

/**
 * A folder of its own, readable by nobody else, with these files.
 * @param reader as in "the editor". @param place where it is made.
 * @throws SpectoolError WRITE_FAILED where it cannot be made there; nothing is left then.
 */
export function temporaryFolder(
  reader: string,
  files: readonly (readonly [name: string, content: Uint8Array | string])[],
  place = tmpdir(),
): TemporaryFolder {
  let folder: string | undefined;
  try {
    const made = (folder = mkdtempSync(join(place, 'spectool-')));
    const paths = files.map(([name, content]) => {
      const path = join(made, name);
      writeFileSync(path, content, { mode: 0o600 });
      return path;
    });
    return { paths, remove: () => removed(made) };
  } catch (error) {
    if (folder !== undefined) removed(folder);
    throw new SpectoolError(
      'WRITE_FAILED',
      `Cannot write a copy for ${reader} into ${place}: ${reasonOf(error)}.`,
      {
        hint: 'Make room for it there, or name another folder by TMPDIR.',
        details: { path: place, cause: causeOf(error) },
      },
    );
  }
}

function removed(folder: string): string | undefined {
  try {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
