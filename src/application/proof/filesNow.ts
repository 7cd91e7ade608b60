import type { FilesNow } from '../../domain/proof/verdict.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/system.js';

/** Maximum size of a file whose content is compared; for a larger one, only the size is. */
const LARGEST = 16 * 1024 * 1024;

/** Reads the contents that files have now, to tell whether a verdict of tests still speaks for them. */
export class ReadFilesNow {
  constructor(
    private readonly files: FileSystem,
    private readonly hasher: Hasher,
  ) {}

  /** Returns a reader that reads each file once. It must not outlive the command, because files change. */
  start(): (codeFiles: () => readonly string[]) => FilesNow {
    const known = new Map<string, string | undefined>();
    const hashOf = (path: string) => {
      if (!known.has(path)) known.set(path, this.#hash(path));
      return known.get(path);
    };
    const holds = (path: string, text: string) => this.#read(path)?.includes(text) === true;
    const sha256 = (text: string) => this.hasher.sha256(text);
    return (codeFiles) => {
      let listed: readonly string[] | undefined;
      return { hashOf, holds, codeFiles: () => (listed ??= codeFiles()), sha256 };
    };
  }

  /** Line ends do not count, because git may check files out with others. */
  #hash(path: string): string | undefined {
    const text = this.#read(path);
    return text === undefined ? undefined : this.hasher.sha256(text.replaceAll('\r\n', '\n')).slice(0, 16);
  }

  /** Returns the text of a file; its size in place of a long text. A file that cannot be read counts as missing. */
  #read(path: string): string | undefined {
    try {
      const stat = this.files.stat(path);
      if (stat === undefined || stat.kind === 'directory') return undefined;
      return stat.size > LARGEST ? `${String(stat.size)} bytes` : this.files.readText(path);
    } catch {
      return undefined;
    }
  }
}
