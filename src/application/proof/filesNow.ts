import type { FilesNow } from '../../domain/proof/verdict.js';
import { remembered } from '../../domain/value/remembered.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/system.js';

/** Maximum size of a file whose content is compared; for a larger one, only the size is. */
const LARGEST = 16 * 1024 * 1024;

/** Returns a reader of the contents that files have now. It reads each file once, so it must not outlive the command. */
export function filesNow(files: FileSystem, hasher: Hasher): Omit<FilesNow, 'codeFiles'> {
  /** Returns the text of a file; its size in place of a long text. A file that cannot be read counts as missing. */
  const textOf = (path: string): string | undefined => {
    try {
      const stat = files.stat(path);
      if (stat === undefined || stat.kind === 'directory') return undefined;
      return stat.size > LARGEST ? `${String(stat.size)} bytes` : files.readText(path);
    } catch {
      return undefined;
    }
  };
  const sha256 = (text: string) => hasher.sha256(text);
  return {
    // Line ends do not count, because git may check files out with others.
    hashOf: remembered((path) => {
      const text = textOf(path);
      return text === undefined ? undefined : sha256(text.replaceAll('\r\n', '\n')).slice(0, 16);
    }),
    holds: (path, text) => textOf(path)?.includes(text) === true,
    sha256,
  };
}
