import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './temporaryFolder.js';

/** A project in a temporary folder, removed after the last test of the file; a test that makes hundreds calls `remove`. */
export class ScratchProject {
  readonly root: string;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.root = temporaryFolder();
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  /** Returns a project that has only a configuration and a template. */
  static initialised(config: object = {}): ScratchProject {
    return new ScratchProject({
      '.spectool/config.json': JSON.stringify(config),
      '.spectool/templates/spec-template.md':
        '# {title}\n\n## Problem\n\n## Success Criteria\n\n- [ ] it works\n',
    });
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  copy(): ScratchProject {
    const copy = new ScratchProject();
    cpSync(this.root, copy.root, { recursive: true });
    return copy;
  }

  /** Returns the text of each file by path, without files that git ignores. */
  files(under = ''): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const entry of readdirSync(join(this.root, under), { withFileTypes: true, recursive: true })) {
      const path = join(entry.parentPath, entry.name).slice(this.root.length + 1);
      if (
        entry.isFile() &&
        !/^\.spectool\/(?:(?:tmp|locks|registry|cache|replaced)\/|trash\/\.gitignore$)/.test(path)
      )
        found.set(path, this.read(path));
    }
    return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
