import type { SpecView } from '../../domain/spec/specView.js';
import { codeGlobsOf, globMatcher } from '../../domain/trace/codeGlobs.js';
import type { Services } from '../services.js';

/** The parts of a spec that select files. */
type Selecting = Pick<SpecView, 'fields'>;

/** Most files that one digest covers; the rest counts by name only. */
const MOST_READ = 5000;

/** The files that the field `code` of a spec selects. */
export class CodeFiles {
  #listed: readonly string[] | undefined;

  constructor(private readonly use: Services) {}

  /** Returns a function that is true for the paths that the spec selects; undefined if it selects none. */
  selector(spec: Selecting): ((path: string) => boolean) | undefined {
    const globs = codeGlobsOf(spec, this.use.config.frontmatter);
    return globs.length === 0 ? undefined : globMatcher(globs);
  }

  /** Returns the paths of the selected files, in name order; files that git ignores are left out, and without git all. */
  files(spec: Selecting): readonly string[] {
    const selects = this.selector(spec);
    if (selects === undefined) return [];
    this.#listed ??= this.use.commits.projectFiles() ?? [];
    return this.#listed.filter(selects).toSorted();
  }

  /** Returns a digest of the names and contents of the selected files; undefined if the spec selects none. */
  digest(spec: Selecting): string | undefined {
    if (this.selector(spec) === undefined) return undefined;
    const lines = this.files(spec).map((path, i) => {
      const isRead = i < MOST_READ && this.use.fileSystem.stat(path)?.kind === 'file';
      const content = isRead ? this.use.fileSystem.read(path) : undefined;
      // Read as Latin-1, so that every byte counts, whatever the encoding of the file.
      return `${path}\0${content === undefined ? '' : this.use.hasher.sha256(Buffer.from(content).toString('latin1'))}`;
    });
    return this.use.hasher.sha256(lines.join('\n'));
  }
}
