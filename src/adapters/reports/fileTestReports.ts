import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, posix, relative, resolve, sep } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { TestReport } from '../../domain/proof/reportedTests.js';
import { remembered } from '../../domain/value/remembered.js';
import { filesBelow } from '../../application/proof/filesBelow.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { TestReports } from '../../ports/importSource.js';
import { realPath } from '../files/realPath.js';
import { type CreateParser, parseJUnit } from './junitXml.js';

/** Finds JUnit XML reports in files and folders, inside and outside the project. */
export class FileTestReports implements TestReports {
  /** @param outside returns the files of a folder outside the project; undefined for a project in memory. */
  constructor(
    private readonly files: FileSystem,
    private readonly workingDirectory: string,
    private readonly outside: ((folder: string) => FileSystem) | undefined,
  ) {}

  async read(places: readonly string[], input = ''): ReturnType<TestReports['read']> {
    // Loaded here, because only this command reads XML.
    const { default: sax } = await import('sax');
    // A message of a failed test may be long; the size of the file is limited instead.
    Object.assign(sax, { MAX_BUFFER_LENGTH: Infinity });
    const createParser: CreateParser = (strict, options) => sax.parser(strict, options);
    const pathOf = remembered((file: string) => this.#pathOf(file));
    let passedOver = 0;
    const reports = places.flatMap((place) => {
      const given = { shown: place, read: () => input, writtenAt: Infinity };
      const files = place === '-' ? [given] : this.#filesAt(place);
      const found = files.flatMap(({ shown, read, writtenAt }): readonly TestReport[] => {
        const parsed = parseJUnit(textOf(read()), createParser);
        if (!('kind' in parsed)) {
          // A run ended as its report says, but not after the report was written, nor after now.
          const endedAt = Math.min(parsed.endedAt, writtenAt, Date.now());
          const tests = parsed.tests.map((test) => (test.file ? { ...test, file: pathOf(test.file) } : test));
          return [{ path: shown, tests, endedAt }];
        }
        if (parsed.kind === 'invalid') throw notReport(shown, parsed.why);
        if (shown !== place || places.length > 1) return [];
        throw notReport(shown, 'it is not a JUnit XML report');
      });
      passedOver += files.length - found.length;
      if (found.length === 0 && places.length === 1) throw noReport(place);
      return found;
    });
    if (reports.length === 0) throw noReport(places.join(', '));
    return { reports, passedOver };
  }

  /** Returns the file that a user named, or the XML files below a folder. */
  #filesAt(place: string) {
    const { files, path: top } = this.#locate(resolve(this.files.root, this.workingDirectory, place));
    const kind = top === '' ? 'directory' : files?.stat(top)?.kind;
    if (files === undefined || kind === undefined)
      throw new SpectoolError('FILE_NOT_FOUND', `There is no file or folder ${place}.`, {
        hint: 'Give a path relative to the current folder, or - for standard input.',
      });
    const isFolder = kind === 'directory';
    const paths = isFolder ? filesBelow(files, top).filter((path) => /\.xml$/i.test(path)) : [top];
    return paths.map((path) => ({
      shown: isFolder ? posix.join(place, path.slice(top.length)) : place,
      read: () => files.read(path) ?? '',
      writtenAt: Number((files.stat(path)?.mtimeNs ?? 0n) / 1_000_000n) || Infinity,
    }));
  }

  /** Returns the file system that has a file, and the file's path in it and from the project's root. */
  #locate(absolute: string) {
    const real = realPath(absolute);
    const fromRoot = relative(realPath(this.files.root), real).split(sep).join('/');
    if (fromRoot !== '..' && !fromRoot.startsWith('../') && !isAbsolute(fromRoot))
      return { files: this.files, path: fromRoot, fromRoot };
    return { files: this.outside?.(dirname(real)), path: basename(real), fromRoot };
  }

  /**
   * Returns the path of a test's file from the project's root if this machine has the file, so that one of another project
   * (`../api/a.test.js`) is not taken for one of this project. A path of another machine, such as a container, stays.
   */
  #pathOf(reported: string): string {
    const path = reported.replace(/^file:\/\//, '').replace(/:\d+$/, '');
    if (isAbsolute(path) && existsSync(path)) return this.#locate(path).fromRoot;
    return path.replaceAll('\\', '/').replace(/^(?:\.\.?\/)+/, '');
  }
}

function textOf(bytes: Uint8Array | string): string {
  if (typeof bytes === 'string') return bytes;
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
}

function noReport(place: string): SpectoolError {
  return new SpectoolError('FILE_NOT_FOUND', `${place}: there is no JUnit XML report.`, {
    hint: 'Run your tests with a JUnit reporter first, and name its file or folder.',
  });
}

function notReport(place: string, why: string): SpectoolError {
  const what = place === '-' ? 'Standard input' : place;
  return new SpectoolError('REPORT_INVALID', `${what}: ${why}. Nothing was recorded.`, {
    hint: 'Run the tests again, so that their JUnit reporter writes the whole file; name only the reports of one run.',
  });
}
