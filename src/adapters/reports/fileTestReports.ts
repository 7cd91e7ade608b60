import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { pathMatcher } from '../../domain/trace/codeGlobs.js';
import type { TestReport } from '../../domain/proof/reportedTests.js';
import { filesBelow } from '../../application/proof/filesBelow.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { TestReports } from '../../ports/importSource.js';
import { type CreateParser, parseJUnit } from './junitXml.js';

/** Maximum number of files that are read as reports. */
const MOST_REPORTS = 1000;

/** A file that may be a report. */
interface Candidate {
  /** The path for messages. */
  readonly shown: string;
  readonly files: FileSystem;
  readonly path: string;
  /** True if the user named the file itself. */
  readonly isNamed: boolean;
}

/** Finds JUnit XML reports in files and folders, inside and outside the project. */
export class FileTestReports implements TestReports {
  readonly #files: FileSystem;
  readonly #workingDirectory: string;
  readonly #outside: ((folder: string) => FileSystem) | undefined;

  /** @param outside returns the files of a folder outside the project; undefined for a project in memory. */
  constructor(
    files: FileSystem,
    workingDirectory: string,
    outside: ((folder: string) => FileSystem) | undefined,
  ) {
    this.#files = files;
    this.#workingDirectory = workingDirectory;
    this.#outside = outside;
  }

  async read(places: readonly string[], input: string | undefined): ReturnType<TestReports['read']> {
    // Loaded here, because only this command reads XML.
    const { default: sax } = await import('sax');
    // A message of a failed test may be long; the size of the file is limited instead.
    Object.assign(sax, { MAX_BUFFER_LENGTH: Infinity });
    const createParser: CreateParser = (strict, options) => sax.parser(strict, options);
    let passedOver = 0;
    const reports = places.flatMap((place): readonly TestReport[] => {
      if (place === '-') return [standardInput(input, createParser)];
      const candidates = this.#candidates(place);
      if (candidates.length > MOST_REPORTS)
        throw new SpectoolError(
          'REPORT_INVALID',
          `${place}: there are more than ${String(MOST_REPORTS)} XML files.`,
          { hint: 'Name the folder that has only the reports of one test run.' },
        );
      const found = candidates.flatMap((candidate) => reportIn(candidate, createParser) ?? []);
      passedOver += candidates.length - found.length;
      if (found.length > 0 || places.length > 1) return found;
      throw candidates[0]?.isNamed === true ? notReport(place, NOT_JUNIT) : noReport(place);
    });
    if (reports.length === 0) throw noReport(places.join(', '));
    return { reports, passedOver };
  }

  #candidates(place: string): readonly Candidate[] {
    const wildcard = place.search(/[*?]/);
    // The part of a glob before its first wildcard is a folder.
    const start = wildcard < 0 ? place : place.slice(0, place.lastIndexOf('/', wildcard) + 1) || '.';
    const absolute = linked(resolve(this.#files.root, this.#workingDirectory, start));
    const inside = slashed(relative(linked(this.#files.root), absolute));
    const isInside = inside !== '..' && !inside.startsWith('../') && !isAbsolute(inside);
    const files = isInside ? this.#files : this.#outside?.(dirname(absolute));
    const path = isInside ? inside : basename(absolute);
    const kind = path === '' ? 'directory' : files?.stat(path)?.kind;
    if (files === undefined || kind === undefined)
      throw new SpectoolError('FILE_NOT_FOUND', `There is no file or folder ${place}.`, {
        hint: 'Give a path relative to the current folder, or - for standard input.',
      });
    if (kind !== 'directory') return [{ shown: place, files, path, isNamed: true }];
    const base = start === '.' ? '' : start.replace(/\/+$/, '') + '/';
    const isGlob = wildcard >= 0;
    const matches = isGlob ? pathMatcher(place.slice(start === '.' ? 0 : start.length)) : () => true;
    return filesBelow(files, path).flatMap((one) => {
      const below = path === '' ? one : one.slice(path.length + 1);
      return one.toLowerCase().endsWith('.xml') && matches(below)
        ? [{ shown: base + below, files, path: one, isNamed: false }]
        : [];
    });
  }
}

/** Returns the report in a file; undefined for a file that is no JUnit report, such as one of coverage. */
function reportIn({ shown, files, path }: Candidate, createParser: CreateParser): TestReport | undefined {
  const bytes = files.read(path);
  if (bytes === undefined) return undefined;
  const parsed = parseJUnit(decoded(bytes), createParser);
  if ('kind' in parsed) {
    if (parsed.kind === 'other') return undefined;
    throw notReport(shown, parsed.why);
  }
  const written = Number((files.stat(path)?.mtimeNs ?? 0n) / 1_000_000n) || Infinity;
  return { path: shown, ...parsed, endedAt: ended(parsed.endedAt, written) };
}

function standardInput(input: string | undefined, createParser: CreateParser): TestReport {
  const parsed = parseJUnit(input ?? '', createParser);
  if (!('kind' in parsed)) return { path: '-', ...parsed, endedAt: ended(parsed.endedAt) };
  throw notReport('Standard input', parsed.kind === 'other' ? NOT_JUNIT : parsed.why);
}

/** Returns when a run ended: as its report says, but not after the report was written, nor after now. */
function ended(reported = Infinity, written = Infinity): number {
  return Math.min(reported, written, Date.now());
}

const NOT_JUNIT = 'it is not a JUnit XML report';

function noReport(place: string): SpectoolError {
  return new SpectoolError('FILE_NOT_FOUND', `${place}: there is no JUnit XML report.`, {
    hint: 'Run your tests with a JUnit reporter first, and name its file or folder.',
  });
}

function notReport(what: string, why: string): SpectoolError {
  return new SpectoolError('REPORT_INVALID', `${what}: ${why}. Nothing was recorded.`, {
    hint: 'Run the tests again, so that their JUnit reporter writes the whole file.',
  });
}

/** Decodes a report, which is UTF-8 or has the byte order mark of UTF-16. */
function decoded(bytes: Uint8Array): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** Returns the path to which a link leads. */
function linked(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
