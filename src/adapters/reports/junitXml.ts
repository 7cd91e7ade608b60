import type { SAXParser, Tag } from 'sax';
import type { ReportedTest, TestReport } from '../../domain/proof/reportedTests.js';

/** The creator of XML parsers in the library `sax`. */
export type CreateParser = (strict: boolean, options: object) => SAXParser;

/** The limits of a report: nested elements, tests, properties of a test, and characters of a name and of an error. */
const [DEEPEST, MOST_TESTS, MOST_PROPERTIES] = [100, 200_000, 50];
const [LONGEST_NAME, LONGEST_MESSAGE] = [1000, 200];

/** Words in the attribute `status` or `result` of a test that did not run. */
const NOT_RUN = new Set(['skipped', 'notrun', 'disabled', 'ignored', 'pending', 'suppressed']);
const ZONED = /(?:Z|[+-]\d\d:?\d\d)$/;
const TIME_OF_DAY = /\d:\d/;

/** A test or suite that is read. */
type Open<Item> = { -readonly [Name in keyof Item]: Item[Name] };
type OpenSuite = Pick<ReportedTest, 'suites' | 'properties' | 'file'>;

/** Why a text is no JUnit report: `other` for XML of another kind, or a sentence that says what is wrong. */
export type ReportProblem = { readonly kind: 'other' } | { readonly kind: 'invalid'; readonly why: string };

/**
 * Reads a JUnit XML report as any test runner writes it. Document type declarations are refused, so no entity can be defined.
 * The parser streams, so that memory depends on the tests and not on their output.
 */
export function parseJUnit(
  text: string,
  createParser: CreateParser,
): (Pick<TestReport, 'tests'> & Partial<Pick<TestReport, 'endedAt'>>) | ReportProblem {
  const tests: ReportedTest[] = [];
  const suites: Open<OpenSuite>[] = [];
  let endedAt: number | undefined;
  let test: Open<ReportedTest> | undefined;
  let depth = 0;
  let elements = 0;
  /** What a test or a suite takes from the suite around it. */
  const inside = (tag: Tag): OpenSuite => {
    const { suites: names = [], properties = [], file: outer } = suites.at(-1) ?? {};
    const file = textOf(tag, 'file') ?? outer;
    return { suites: names, properties, ...(file !== undefined && { file }) };
  };
  const parser = createParser(true, { lowercase: false, position: true });
  const stop = (problem: ReportProblem): never => {
    throw new Stopped(problem);
  };
  const invalid = (why: string): never => stop({ kind: 'invalid', why });
  parser.onerror = ({ message }) =>
    invalid(`it is not well-formed XML: ${oneLine(message, LONGEST_MESSAGE)}`);
  parser.ondoctype = (declared) =>
    /^\s*testsuites?\b/.test(declared)
      ? invalid('it has a document type declaration, which is not read')
      : stop({ kind: 'other' });
  parser.onopentag = (opened) => {
    const tag = opened as Tag;
    depth += 1;
    elements += 1;
    if (depth > DEEPEST) invalid(`its elements are nested more than ${String(DEEPEST)} levels deep`);
    if (depth === 1 && tag.name !== 'testsuites' && tag.name !== 'testsuite') stop({ kind: 'other' });
    switch (tag.name) {
      case 'testsuites':
      case 'testsuite': {
        const end = endOf(tag);
        if (end !== undefined) endedAt = Math.max(endedAt ?? end, end);
        const around = inside(tag);
        suites.push({ ...around, suites: [...around.suites, textOf(tag, 'name') ?? []].flat() });
        break;
      }
      case 'testcase': {
        const words = [tag.attributes['status'], tag.attributes['result']];
        const isSkipped = words.some((word) => NOT_RUN.has((word ?? '').toLowerCase()));
        const className = textOf(tag, 'classname') ?? textOf(tag, 'class');
        test = {
          name: textOf(tag, 'name') ?? '',
          ...inside(tag),
          ...(className !== undefined && { className }),
          outcome: isSkipped ? 'skipped' : 'passed',
        };
        break;
      }
      case 'property': {
        const [open, value] = [test ?? suites.at(-1), textOf(tag, 'value')];
        if (open !== undefined && value !== undefined && open.properties.length < MOST_PROPERTIES)
          open.properties = [...open.properties, value];
        break;
      }
      case 'failure':
      case 'error':
        if (test !== undefined) {
          test.outcome = 'failed';
          delete test.isFlaky;
        }
        break;
      case 'skipped':
        if (test?.outcome === 'passed') test.outcome = 'skipped';
        break;
      case 'flakyFailure':
      case 'flakyError':
        if (test?.outcome === 'passed') test.isFlaky = true;
        break;
    }
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    if (name === 'testsuites' || name === 'testsuite') suites.pop();
    if (name !== 'testcase' || test === undefined) return;
    if (tests.length >= MOST_TESTS) invalid(`it has more than ${String(MOST_TESTS)} tests`);
    tests.push(test);
    test = undefined;
  };
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Stopped) return error.problem;
    throw error;
  }
  if (elements === 0) return { kind: 'other' };
  return { tests, ...(endedAt !== undefined && { endedAt }) };
}

/** Thrown to end the parsing early. */
class Stopped extends Error {
  readonly problem: ReportProblem;

  constructor(problem: ReportProblem) {
    super('stopped');
    this.problem = problem;
  }
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

/** Returns when a suite ended, in ms. Some runners write local time and some UTC without a zone: the later one counts. */
function endOf({ attributes: { timestamp = '', time = '' } }: Tag): number | undefined {
  if (!TIME_OF_DAY.test(timestamp)) return undefined;
  const [asWritten, inUtc] = [
    Date.parse(timestamp),
    ZONED.test(timestamp) ? NaN : Date.parse(`${timestamp}Z`),
  ];
  const start = inUtc > asWritten ? inUtc : asWritten;
  if (Number.isNaN(start)) return undefined;
  const seconds = Number(time.replaceAll(',', ''));
  // A stamp without a fraction may be cut off.
  return start + (/\d\.\d/.test(timestamp) ? 0 : 999) + (seconds > 0 ? Math.round(seconds * 1000) : 0);
}
