import { basename, dirname, isAbsolute, posix, relative, resolve, sep } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { TestReport } from '../../domain/proof/reportedTests.js';
import { filesBelow } from '../../application/proof/filesBelow.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { TestReports } from '../../ports/importSource.js';
import { realPath } from '../files/realPath.js';
import { type CreateParser, parseJUnit } from './junitXml.js';

/** A file or text that may be a report. */
interface Candidate {
  /** The path for messages. */
  readonly shown: string;
  readonly bytes: Uint8Array | string | undefined;
  /** When it was written, in ms. */
  readonly writtenAt?: number;
  /** True if the user named the file itself. */
  readonly isNamed: boolean;
}

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
    let passedOver = 0;
    const reports = places.flatMap((place): readonly TestReport[] => {
      const found: TestReport[] = [];
      let [count, isNamed] = [0, false];
      const given = { shown: '-', bytes: input, isNamed: true };
      for (const candidate of place === '-' ? [given] : this.#candidates(place)) {
        ({ isNamed } = candidate);
        count += 1;
        const report = reportIn(candidate, createParser);
        if (report !== undefined) found.push(report);
      }
      passedOver += count - found.length;
      if (found.length > 0 || places.length > 1) return found;
      throw isNamed ? notReport(place, 'it is not a JUnit XML report') : noReport(place);
    });
    if (reports.length === 0) throw noReport(places.join(', '));
    return { reports, passedOver };
  }

  *#candidates(place: string): Iterable<Candidate> {
    const absolute = realPath(resolve(this.files.root, this.workingDirectory, place));
    const inside = relative(realPath(this.files.root), absolute).split(sep).join('/');
    const isInside = inside !== '..' && !inside.startsWith('../') && !isAbsolute(inside);
    const files = isInside ? this.files : this.outside?.(dirname(absolute));
    const top = isInside ? inside : basename(absolute);
    const kind = top === '' ? 'directory' : files?.stat(top)?.kind;
    if (files === undefined || kind === undefined)
      throw new SpectoolError('FILE_NOT_FOUND', `There is no file or folder ${place}.`, {
        hint: 'Give a path relative to the current folder, or - for standard input.',
      });
    const isNamed = kind !== 'directory';
    for (const path of isNamed ? [top] : filesBelow(files, top)) {
      if (!isNamed && !/\.xml$/i.test(path)) continue;
      const shown = isNamed ? place : posix.join(place, path.slice(top.length));
      const writtenAt = Number((files.stat(path)?.mtimeNs ?? 0n) / 1_000_000n) || Infinity;
      yield { shown, bytes: files.read(path), writtenAt, isNamed };
    }
  }
}

/** Returns the report in a file; undefined for a file that is no JUnit report, such as one of coverage. */
function reportIn(
  { shown, bytes, writtenAt = Infinity }: Candidate,
  createParser: CreateParser,
): TestReport | undefined {
  if (bytes === undefined) return undefined;
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  const text =
    typeof bytes === 'string' ? bytes : new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes);
  const parsed = parseJUnit(text, createParser);
  if ('kind' in parsed) {
    if (parsed.kind === 'other') return undefined;
    throw notReport(shown, parsed.why);
  }
  // A run ended as its report says, but not after the report was written, nor after now.
  return { path: shown, ...parsed, endedAt: Math.min(parsed.endedAt ?? Infinity, writtenAt, Date.now()) };
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
