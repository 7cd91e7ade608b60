import { BOUNDS } from '../../domain/value/bounds.js';
import { existsSync } from 'node:fs';
import { basename, dirname, isAbsolute, posix, relative, resolve, sep } from 'node:path';
import type { SAXParser, Tag } from 'sax';
import { filesBelow } from '../../application/proof/testFiles.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ReportedTest, TestReport } from '../../domain/proof/reportedTests.js';
import { remembered } from '../../domain/value/collections.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { TestReports } from '../../ports/importSource.js';
import { realPath } from '../files/regularFiles.js';

/** The creator of XML parsers in the library `sax`. */
type CreateParser = (strict: boolean, options: object) => SAXParser;

/** Maximum number of properties of a test or suite, which is low because each test has a copy of those of its suites. */
const MOST_PROPERTIES = 50;
/** Words in the attribute `status` or `result` of a test that did not run, or that failed. */
const NOT_RUN = /^(?:skipped|notrun|disabled|ignored|pending|suppressed)$/i;
const FAILED = /^(?:fail|failed|failure|error|errored|broken)$/i;
/** Matches a class that is the name of a file, as some runners write it. */
const FILE_NAME = /\.(?:[cm]?[jt]sx?|py|rb|php|dart|feature|vue)$/;
const ZONED = /(?:Z|[+-]\d\d:?\d\d)$/;

/** What a test and a suite have in common while they are parsed. */
type Open = Pick<ReportedTest, 'suites' | 'file'> & { readonly properties: string[] };
type OpenTest = Open & Omit<{ -readonly [Name in keyof ReportedTest]: ReportedTest[Name] }, keyof Open>;

/** Why a text is not a JUnit report; `why` is undefined for a file of another kind. */
type ReportProblem = { readonly why: string | undefined };

/**
 * Parses a JUnit XML report of any test runner. Document type declarations are refused, so that no entities can be defined. The
 * parser streams, so that the memory used depends on the number of tests, not on the length of their output.
 */
export function parseJUnit(
  text: string,
  createParser: CreateParser,
): Pick<TestReport, 'tests' | 'endedAt'> | ReportProblem {
  const tests: OpenTest[] = [];
  /**
   * The open suites. `first` is the number of tests before the suite; `failed` is set if the suite itself failed, as in its
   * tear-down.
   */
  const suites: (Open & { readonly first: number; failed?: true })[] = [];
  let endedAt = 0;
  let test: OpenTest | undefined;
  let depth = 0;
  let elements = 0;
  const problems: ReportProblem[] = [];
  const stop = (why?: string): never => {
    problems.push({ why });
    throw new Error('stopped');
  };
  /** Returns what a test or suite inherits from the suite around it. */
  const inside = (tag: Tag): Open => {
    const { suites: names = [], properties = [], file: outer } = suites.at(-1) ?? {};
    const file = attribute(tag, 'file') ?? outer;
    return { suites: names, properties: [...properties], ...(file !== undefined && { file }) };
  };
  const readers: Readonly<Record<string, (tag: Tag) => void>> = {
    testsuites: (tag) => readers['testsuite']?.(tag),
    testsuite: (tag) => {
      endedAt = Math.max(endedAt, endOf(tag));
      const around = inside(tag);
      const names = [...around.suites, attribute(tag, 'name') ?? []].flat();
      suites.push({ ...around, suites: names, first: tests.length });
    },
    testcase: (tag) => {
      const className = attribute(tag, 'classname') ?? attribute(tag, 'class') ?? '';
      const says = (words: RegExp) =>
        ['status', 'result'].some((name) => words.test(attribute(tag, name) ?? ''));
      test = {
        name: attribute(tag, 'name') ?? '',
        ...(FILE_NAME.test(className) ? { file: className } : className !== '' && { className }),
        ...inside(tag),
        outcome: says(FAILED) ? 'failed' : says(NOT_RUN) ? 'skipped' : 'passed',
      };
    },
    property: (tag) => {
      const [open, value] = [test ?? suites.at(-1), attribute(tag, 'value')];
      if (open !== undefined && value !== undefined && open.properties.length < MOST_PROPERTIES)
        open.properties.push(value);
    },
    failure: () => {
      const [open, suite] = [test, suites.at(-1)];
      if (open !== undefined) open.outcome = 'failed';
      else if (suite !== undefined) suite.failed = true;
    },
    error: (tag) => readers['failure']?.(tag),
    skipped: () => {
      if (test?.outcome === 'passed') test.outcome = 'skipped';
    },
  };
  const parser = createParser(true, { lowercase: false, position: true });
  parser.onerror = ({ message }) => stop(`it is not well-formed XML: ${oneLine(message, BOUNDS.name)}`);
  parser.ondoctype = (declared) =>
    stop(/^\s*testsuites?\b/.test(declared) ? 'reports with a DOCTYPE are not supported' : undefined);
  parser.onopentag = (tag) => {
    if (depth === 0 && !/^testsuites?$/.test(tag.name)) stop();
    elements += 1;
    if ((depth += 1) > BOUNDS.depth)
      stop(`its elements are nested more than ${String(BOUNDS.depth)} levels deep`);
    if (Object.hasOwn(readers, tag.name)) readers[tag.name]?.(tag as Tag);
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    if (/^testsuites?$/.test(name)) {
      const { first = 0, failed = false } = suites.pop() ?? {};
      for (const one of failed ? tests.slice(first) : [])
        if (one.outcome === 'passed') one.outcome = 'failed';
    }
    if (name !== 'testcase' || test === undefined) return;
    tests.push(test);
    test = undefined;
  };
  try {
    parser.write(text).close();
  } catch (error) {
    if (problems.length === 0) throw error;
  }
  if (elements === 0) problems.push({ why: undefined });
  return problems[0] ?? { tests, endedAt: endedAt || Infinity };
}

function attribute({ attributes }: Tag, name: string): string | undefined {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return value === undefined || value === '' ? undefined : oneLine(value, BOUNDS.line);
}

/** Returns the beginning of a text as one line without control characters. */
function oneLine(text: string, longest: number): string {
  return text
    .slice(0, longest * 2)
    .replace(/[\s\p{Cc}]{2,}|[^\S ]|\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longest);
}

/** Returns when a suite ended, in ms since 1970; 0 if unknown. A time without a zone may be local or UTC: the later is used. */
function endOf({ attributes: { timestamp = '', time = '' } }: Tag): number {
  const asWritten = /\d:\d/.test(timestamp) ? Date.parse(timestamp) : NaN;
  if (Number.isNaN(asWritten)) return 0;
  const start = ZONED.test(timestamp) ? asWritten : Math.max(asWritten, Date.parse(`${timestamp}Z`) || 0);
  const seconds = Number(time.replaceAll(',', ''));
  // If the time has no fraction, it may have been cut off, so add almost a second.
  return start + (/\d\.\d/.test(timestamp) ? 0 : 999) + (seconds > 0 ? Math.round(seconds * 1000) : 0);
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
    const pathOf = remembered((file: string) => this.#pathOf(file));
    let passedOver = 0;
    const reports = places.flatMap((place) => {
      const given = { shown: place, read: () => input, writtenAt: Infinity };
      const files = place === '-' ? [given] : this.#filesAt(place);
      const found = files.flatMap(({ shown, read, writtenAt }): readonly TestReport[] => {
        const parsed = parseJUnit(read(), createParser);
        if (!('why' in parsed)) {
          // Use the end that the report states, but no later time than when the report was written, or now.
          const endedAt = Math.min(parsed.endedAt, writtenAt, Date.now());
          const tests = parsed.tests.map((test) => (test.file ? { ...test, file: pathOf(test.file) } : test));
          return [{ path: shown, tests, endedAt }];
        }
        const { why } = parsed;
        if (why === undefined && (shown !== place || places.length > 1)) return [];
        throw notReport(shown, why ?? 'it is not a JUnit XML report');
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
        hint: 'Use a path relative to the current folder, or - for standard input.',
      });
    const isFolder = kind === 'directory';
    const paths = isFolder ? filesBelow(files, top).filter((path) => /\.xml$/i.test(path)) : [top];
    return paths.map((path) => ({
      shown: isFolder ? posix.join(place, path.slice(top.length)) : place,
      read: () => new TextDecoder().decode(files.read(path)),
      writtenAt: Number((files.stat(path)?.mtimeNs ?? 0n) / 1_000_000n) || Infinity,
    }));
  }

  /** Returns the file system that contains a file, the file's path in that file system, and its path from the project's root. */
  #locate(absolute: string) {
    const real = realPath(absolute);
    const fromRoot = relative(realPath(this.files.root), real).split(sep).join('/');
    if (fromRoot !== '..' && !fromRoot.startsWith('../') && !isAbsolute(fromRoot))
      return { files: this.files, path: fromRoot, fromRoot };
    return { files: this.outside?.(dirname(real)), path: basename(real), fromRoot };
  }

  /**
   * Returns the path of a test's file. An absolute path that exists on this machine becomes relative to the project's root, so
   * that the file of another project (`../api/a.test.js`) is recognized. Any other path loses a leading `./` or `../`.
   */
  #pathOf(reported: string): string {
    const path = reported.replace(/^file:\/\//, '').replace(/:\d+$/, '');
    if (isAbsolute(path) && existsSync(path)) return this.#locate(path).fromRoot;
    return path.replaceAll('\\', '/').replace(/^(?:\.\.?\/)+/, '');
  }
}

function noReport(place: string): SpectoolError {
  return new SpectoolError('FILE_NOT_FOUND', `${place}: there is no JUnit XML report.`, {
    hint: 'Run your tests with a JUnit reporter first, then pass the path of the report file or folder.',
  });
}

function notReport(place: string, why: string): SpectoolError {
  const what = place === '-' ? 'Standard input' : place;
  return new SpectoolError('REPORT_INVALID', `${what}: ${why}. Nothing was recorded.`, {
    hint: 'Run the tests again so that the JUnit reporter writes the complete file; pass only the reports of one run.',
  });
}
