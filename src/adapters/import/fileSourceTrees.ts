import { BOUNDS } from '../../domain/value/bounds.js';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { plainText } from '../../domain/document/documentText.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { childOf, parentOf } from '../../domain/naming/projectPath.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { SourceFile, SourceTree, SourceTrees } from '../../ports/importSource.js';

const PASSED_OVER = new Set(['.git', '.hg', '.svn', '.spectool', 'node_modules', 'vendor', 'target']);

/** Access to files outside the project. A project that exists only in memory has no such access. */
interface Surroundings {
  /** Returns a file system for a folder outside the project. */
  files(root: string): FileSystem;
  /** Returns the path with its links resolved as far as possible. */
  realPath(path: string): string;
}

/**
 * Opens the folders and files to import. A path outside the project is read through a separate `FileSystem`, which refuses links
 * that lead out of the imported folder.
 */
export class FileSourceTrees implements SourceTrees {
  readonly #files: FileSystem;
  readonly #workingDirectory: string;
  readonly #around: Surroundings | undefined;
  readonly #parse: (text: string) => SpecDocument;

  constructor(
    files: FileSystem,
    workingDirectory: string,
    around: Surroundings | undefined,
    parse: (text: string) => SpecDocument,
  ) {
    this.#files = files;
    this.#workingDirectory = workingDirectory;
    this.#around = around;
    this.#parse = parse;
  }

  open(path: string, without: readonly string[]): SourceTree {
    const root = this.#files.root;
    const absolute = isAbsolute(path) ? resolve(path) : resolve(root, this.#workingDirectory, path);
    const realPath = (one: string) => this.#around?.realPath(one) ?? one;
    const realRoot = realPath(root);
    // If the last part of the path is a link, that link is kept.
    const real = absolute === root ? realRoot : join(realPath(dirname(absolute)), basename(absolute));
    // The folder to import counts as inside the project if its path is, either with links resolved or as the user typed the path.
    const inProject = below(realRoot, real) ?? below(root, absolute);
    const places = (folders: readonly string[]) => folders.map((folder) => realPath(join(root, folder)));
    const leftOut = new Set(places([...without, '.spectool']).map((one) => slashed(relative(real, one))));
    const files = inProject === undefined ? this.#around?.files(dirname(absolute)) : this.#files;
    if (files === undefined) throw notThere(path);
    const base = inProject ?? basename(absolute);
    const stat = base === '' ? undefined : files.stat(base);
    if (base !== '' && stat === undefined) throw notThere(path);
    if (stat?.kind === 'link' || stat?.kind === 'other')
      throw new SpectoolError(
        'SOURCE_NOT_FOUND',
        `${path} is ${stat.kind === 'link' ? 'a link' : 'a pipe or device'}, which is not read.`,
        { hint: 'Use a folder or a file.' },
      );
    const isFile = stat?.kind === 'file';
    const folder = isFile ? parentOf(base) : base;
    const at = (file: string) => childOf(folder, file);
    const { found, skipped } = isFile
      ? { found: [{ path: basename(base), size: stat.size, stat }], skipped: [] }
      : walked(files, folder, at, leftOut);
    const known = new Map(found.map((one) => [one.path, one]));
    const bytes = (file: string): Uint8Array => {
      const size = known.get(file)?.size ?? 0;
      if (size > BOUNDS.document)
        throw new SpectoolError(
          'READ_FAILED',
          `the file has ${String(Math.ceil(size / 1024 / 1024))} MB, more than the limit of ${String(BOUNDS.document / 1024 / 1024)} MB`,
        );
      const content = files.read(at(file));
      if (content === undefined)
        throw new SpectoolError('CHANGED_MEANWHILE', `${file} was removed during the import.`);
      return content;
    };
    return {
      root: isFile ? dirname(absolute) : absolute,
      ...(inProject !== undefined && { inProject: folder }),
      isLeftOut: places(without).some((one) => below(one, real) !== undefined),
      files: found,
      skipped,
      has: (file) => known.has(file),
      text: (file) => {
        if (!known.has(file)) return undefined;
        const { text, problem } = plainText(bytes(file));
        if (problem !== undefined) throw new SpectoolError('READ_FAILED', `it ${problem}`);
        // Remove the byte order mark that some editors add, because frontmatter or a heading after it would not be recognized.
        return text.replace(/^\uFEFF/, '');
      },
      bytes,
      parse: this.#parse,
    };
  }
}

/** Returns the path of `place` relative to `folder`; undefined if `place` is outside `folder`. */
function below(folder: string, place: string): string | undefined {
  const path = slashed(relative(folder, place));
  return path === '..' || path.startsWith('../') || isAbsolute(path) ? undefined : path;
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}

function walked(
  files: FileSystem,
  base: string,
  at: (path: string) => string,
  leftOut: ReadonlySet<string>,
): { readonly found: readonly SourceFile[]; readonly skipped: readonly string[] } {
  const found: SourceFile[] = [];
  const skipped = new Set<string>();
  visit('', 0);
  return { found, skipped: [...skipped] };

  function visit(folder: string, depth: number): void {
    if (depth > BOUNDS.depth) {
      skipped.add(`Folders more than ${String(BOUNDS.depth)} levels deep were skipped.`);
      return;
    }
    for (const { name, kind } of listed(folder)) {
      const path = childOf(folder, name);
      if (found.length >= BOUNDS.files) {
        skipped.add(`Only the first ${String(BOUNDS.files)} files were searched for documents.`);
        return;
      }
      const stat = kind === 'file' ? files.stat(at(path)) : undefined;
      if (stat !== undefined) found.push({ path, size: stat.size, stat });
      // A file name that is not UTF-8 is listed with replacement characters, and no file can be opened by the listed name.
      else if (kind === 'file' || kind === 'other')
        skipped.add(`${path} was skipped: it is not a regular file, or its name is not UTF-8.`);
      else if (kind === 'directory' && !PASSED_OVER.has(name) && !leftOut.has(path)) visit(path, depth + 1);
    }
  }

  function listed(folder: string) {
    try {
      return files.list(folder === '' ? base : at(folder));
    } catch (error) {
      if (!(error instanceof SpectoolError)) throw error;
      skipped.add(`${folder === '' ? 'The folder to import' : folder} was skipped. ${error.message}`);
      return [];
    }
  }
}

function notThere(path: string): SpectoolError {
  return new SpectoolError('SOURCE_NOT_FOUND', `There is no file or folder ${path}.`, {
    hint: 'Use a path relative to the current folder.',
  });
}
