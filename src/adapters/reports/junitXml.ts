import type { SAXParser, Tag } from 'sax';
import type { ReportedTest, TestReport } from '../../domain/proof/reportedTests.js';

/** The creator of XML parsers in the library `sax`. */
export type CreateParser = (strict: boolean, options: object) => SAXParser;

/** The deepest nesting of elements, and the longest name and error. */
const [DEEPEST, LONGEST_NAME, LONGEST_MESSAGE] = [100, 1000, 200];
/** The most properties of a test or suite, because each test has a copy of those of its suites. */
const MOST_PROPERTIES = 50;
/** Words in the attribute `status` or `result` of a test that did not run, or that failed. */
const NOT_RUN = /^(?:skipped|notrun|disabled|ignored|pending|suppressed)$/i;
const FAILED = /^(?:fail|failed|failure|error|errored|broken)$/i;
/** Matches a class that is the name of a file, as some runners write it. */
const FILE_NAME = /\.(?:[cm]?[jt]sx?|py|rb|php|dart|feature|vue)$/;
const ZONED = /(?:Z|[+-]\d\d:?\d\d)$/;

/** A test that is read, or the suite around it. */
type Open = Pick<ReportedTest, 'suites' | 'file'> & { readonly properties: string[] };
type OpenTest = Open & Omit<{ -readonly [Name in keyof ReportedTest]: ReportedTest[Name] }, keyof Open>;

/** Why a text is no JUnit report: `other` for XML of another kind, or a sentence that says what is wrong. */
export type ReportProblem = { readonly kind: 'other' } | { readonly kind: 'invalid'; readonly why: string };

/**
 * Reads a JUnit XML report as any test runner writes it. Document type declarations are refused, so no entity can be defined.
 * The parser streams, so that memory depends on the tests and not on their output.
 */
export function parseJUnit(
  text: string,
  createParser: CreateParser,
): Pick<TestReport, 'tests' | 'endedAt'> | ReportProblem {
  const tests: ReportedTest[] = [];
  const suites: Open[] = [];
  let endedAt = 0;
  let test: OpenTest | undefined;
  let depth = 0;
  let elements = 0;
  const problems: ReportProblem[] = [];
  const stop = (why?: string): never => {
    problems.push(why === undefined ? { kind: 'other' } : { kind: 'invalid', why });
    throw new Error('stopped');
  };
  /** Returns what a test or a suite takes from the suite around it. */
  const inside = (tag: Tag): Open => {
    const { suites: names = [], properties = [], file: outer } = suites.at(-1) ?? {};
    const file = textOf(tag, 'file') ?? outer;
    return { suites: names, properties: [...properties], ...(file !== undefined && { file }) };
  };
  const readers: Readonly<Record<string, (tag: Tag) => void>> = {
    testsuites: (tag) => readers['testsuite']?.(tag),
    testsuite: (tag) => {
      endedAt = Math.max(endedAt, endOf(tag));
      const around = inside(tag);
      suites.push({ ...around, suites: [...around.suites, textOf(tag, 'name') ?? []].flat() });
    },
    testcase: (tag) => {
      const className = textOf(tag, 'classname') ?? textOf(tag, 'class') ?? '';
      const says = (words: RegExp) =>
        ['status', 'result'].some((name) => words.test(textOf(tag, name) ?? ''));
      test = {
        name: textOf(tag, 'name') ?? '',
        ...(FILE_NAME.test(className) ? { file: className } : className !== '' && { className }),
        ...inside(tag),
        outcome: says(FAILED) ? 'failed' : says(NOT_RUN) ? 'skipped' : 'passed',
      };
    },
    property: (tag) => {
      const [open, value] = [test ?? suites.at(-1), textOf(tag, 'value')];
      if (open !== undefined && value !== undefined && open.properties.length < MOST_PROPERTIES)
        open.properties.push(value);
    },
    failure: () => {
      if (test !== undefined) test.outcome = 'failed';
    },
    error: (tag) => readers['failure']?.(tag),
    skipped: () => {
      if (test?.outcome === 'passed') test.outcome = 'skipped';
    },
  };
  const parser = createParser(true, { lowercase: false, position: true });
  parser.onerror = ({ message }) => stop(`it is not well-formed XML: ${oneLine(message, LONGEST_MESSAGE)}`);
  parser.ondoctype = (declared) =>
    stop(
      /^\s*testsuites?\b/.test(declared)
        ? 'it has a document type declaration, which is not read'
        : undefined,
    );
  parser.onopentag = (tag) => {
    if (depth === 0 && !/^testsuites?$/.test(tag.name)) stop();
    elements += 1;
    if ((depth += 1) > DEEPEST) stop(`its elements are nested more than ${String(DEEPEST)} levels deep`);
    if (Object.hasOwn(readers, tag.name)) readers[tag.name]?.(tag as Tag);
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    if (/^testsuites?$/.test(name)) suites.pop();
    if (name !== 'testcase' || test === undefined) return;
    tests.push(test);
    test = undefined;
  };
  try {
    parser.write(text).close();
  } catch (error) {
    if (problems.length === 0) throw error;
  }
  if (elements === 0) problems.push({ kind: 'other' });
  return problems[0] ?? { tests, endedAt: endedAt || Infinity };
}

function textOf({ attributes }: Tag, name: string): string | undefined {
  const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
  return value === undefined || value === '' ? undefined : oneLine(value, LONGEST_NAME);
}

/** Returns the beginning of a text as one line without control characters. */
function oneLine(text: string, longest: number): string {
  return text
    .slice(0, longest * 2)
    .replace(/[\s\p{Cc}]{2,}|[^\S ]|\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longest);
}

/** Returns when a suite ended, in ms; 0 if it does not say. Some runners write local time and some UTC without a zone: the later one counts. */
function endOf({ attributes: { timestamp = '', time = '' } }: Tag): number {
  const asWritten = /\d:\d/.test(timestamp) ? Date.parse(timestamp) : NaN;
  if (Number.isNaN(asWritten)) return 0;
  const start = ZONED.test(timestamp) ? asWritten : Math.max(asWritten, Date.parse(`${timestamp}Z`) || 0);
  const seconds = Number(time.replaceAll(',', ''));
  // A stamp without a fraction may be cut off.
  return start + (/\d\.\d/.test(timestamp) ? 0 : 999) + (seconds > 0 ? Math.round(seconds * 1000) : 0);
}
