import { type Advice, toSpectoolError, SpectoolError } from '../domain/errors/spectoolError.js';
import type { Services } from './services.js';
import {
  cascade,
  isArray,
  isBoolean,
  isEnum,
  isInInclusiveRange,
  isInteger,
  isNumber,
  isString,
} from 'typanion';
import { nearestWords } from '../domain/naming/nearestWords.js';
import type { JsonValue } from '../domain/value/jsonValue.js';

/** Runs a function and ignores its errors. Used for work such as cleanup, which the next command that writes completes. */
export function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // The error is ignored on purpose.
  }
}

/** A warning of a command that succeeded nevertheless. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** The next step for the user, if no use case performs it. */
  readonly hint?: string;
  /**
   * Use cases that help, best first; printed as part of the hint.
   * @hide
   */
  readonly advice?: readonly Advice[];
}

/** Arguments of a use case; the request may be left out if all its fields may. */
export type Given<Request> =
  Partial<Request> extends Request | Record<string, undefined> ? [request?: Request] : [request: Request];

/** A use case: checks the request, then runs. `request` is the schema of its requests. */
export interface UseCase<Schema extends RequestSchema, Result> {
  readonly request: Schema;
  /** @throws SpectoolError if the use case refuses the request; nothing is changed then. */
  (use: Services, ...[request]: Given<RequestOf<Schema>>): Promise<Result>;
}

/** Creates a use case. @param request schema of its requests. @param run does the work; destructures the services it needs. */
export function useCase<Schema extends RequestSchema, Result>(
  request: Schema,
  run: (use: Services, request: RequestOf<Schema>) => Result | Promise<Result>,
): UseCase<Schema, Result> {
  const execute = async (use: Services, ...[given]: Given<RequestOf<Schema>>): Promise<Result> => {
    try {
      return await run(use, checkedRequest(request, given));
    } catch (error) {
      throw toSpectoolError(error);
    }
  };
  return Object.assign(execute, { request });
}

/** A field of a request. */
export interface RequestField<Value> {
  /** Expected type, phrased to follow "must be": `a list of texts`. */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  readonly required?: true;
  /** Never has a value; it tells the compiler the type of the field's values. */
  readonly type?: Value;
}
type RequiredField<Value> = RequestField<Value> & { readonly required: true };

/** The fields that the requests of a use case may have, by name. The type of the requests is derived from it. */
export type RequestSchema = Readonly<Record<string, RequestField<unknown>>>;

/** The schema of requests of a known type, all of whose fields may be left out. */
export type SchemaOf<Request> = {
  readonly [Name in keyof Request]-?: RequestField<Exclude<Request[Name], undefined>>;
};

type RequiredIn<Schema> = {
  [Name in keyof Schema]: Schema[Name] extends RequiredField<unknown> ? Name : never;
}[keyof Schema];
type ValueOf<Field> = Field extends RequestField<infer Value> ? Value : never;
type Needed<Schema, Names extends keyof Schema> = { readonly [Name in Names]: ValueOf<Schema[Name]> };
type Allowed<Schema, Names extends keyof Schema> = {
  readonly [Name in Names]?: ValueOf<Schema[Name]> | undefined;
};

/** The type of the requests that a schema accepts; each field has the comment of its entry in the schema. */
export type RequestOf<Schema extends RequestSchema> = [keyof Schema] extends [never]
  ? Readonly<Record<string, never>>
  : Needed<Schema, RequiredIn<Schema>> & Allowed<Schema, Exclude<keyof Schema, RequiredIn<Schema>>>;

/** Maximum of numbers in requests: larger than any number a person would use, and still valid in a folder name. */
const HIGHEST = 999_999_999;

export const text: RequestField<string> = { expected: 'a string', accepts: isString() };
/**
 * Matches a text that is only a placeholder of help or advice, because a suggested command was copied without filling in the
 * placeholder.
 */
const PLACEHOLDER =
  /^["'`]*(?:TEXT|REASON|WHY|NOTE|NAME|TITLE|PERSON|VALUE|SPEC|CRITERION|HEADING|EVENT|<\p{L}[\p{L}\p{N} _-]*>|…|\.{3})["'`]*$/u;
/** Free text, such as a reason. A placeholder that was copied from a suggested command is refused. */
export const words: RequestField<string> = {
  expected: 'text in your own words',
  accepts: (value) => typeof value === 'string' && !PLACEHOLDER.test(value.trim()),
};
/** The name of a new spec. Placeholders are refused; a name without letters, such as `...`, is left to the rules for names. */
export const newName: RequestField<string> = {
  expected: words.expected,
  accepts: (value) => typeof value === 'string' && (!/\p{L}/u.test(value) || words.accepts(value)),
};
/** A string for the arguments of another program, which cannot contain NUL. */
export const argument: RequestField<string> = {
  expected: 'a string without a NUL character',
  accepts: (value) => typeof value === 'string' && !value.includes('\0'),
};
export const texts: RequestField<readonly string[]> = {
  expected: 'a list of strings',
  accepts: isArray(isString()),
};
export const flag: RequestField<boolean> = { expected: 'true or false', accepts: isBoolean() };
export const positive: RequestField<number> = {
  expected: 'a whole number of at least 1',
  accepts: cascade(isNumber(), [isInteger(), isInInclusiveRange(1, HIGHEST)]),
};
export const fieldValues: RequestField<Readonly<Record<string, JsonValue | undefined>>> = {
  expected: 'an object of fields and their values',
  // The record type of typanion (the validation library) refuses the keys `constructor` and `__proto__`, so it is not used.
  // The values are checked by the commands that use them.
  accepts: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && foreignIn(value) === undefined,
};

export function oneOf<const Word extends string>(words: readonly Word[]): RequestField<Word> {
  return { expected: `one of ${words.join(', ')}`, accepts: isEnum(words) };
}

/** One of the words, in any spelling; the use case refuses other texts, because it knows synonyms and suggests a word. */
export function word<const Word extends string>(words: readonly Word[]): RequestField<Word> {
  return { expected: `one of ${words.join(', ')}`, accepts: text.accepts };
}

/** A list of words, each as in `word`. */
export function anyOf<const Word extends string>(words: readonly Word[]): RequestField<readonly Word[]> {
  return { expected: `a list with any of ${words.join(', ')}`, accepts: texts.accepts };
}

export function required<Value>(field: RequestField<Value>): RequiredField<Value> {
  return { ...field, required: true };
}

/**
 * Returns a checked copy of the request without undefined values.
 * @throws SpectoolError `USAGE`, naming all missing, unknown or invalid fields.
 */
export function checkedRequest<Schema extends RequestSchema>(
  schema: Schema,
  given: unknown,
): RequestOf<Schema> {
  const request = given === undefined ? {} : readOnce(given);
  const fields = Object.entries(schema);
  const problems = [
    ...fields.flatMap(([name, field]) => problemOf(name, field, request[name])),
    ...Object.keys(request).flatMap((name) =>
      Object.hasOwn(schema, name) ? [] : unknownField(name, Object.keys(schema)),
    ),
  ];
  const [first] = problems;
  if (first === undefined) return request as RequestOf<Schema>;
  throw new SpectoolError('USAGE', problems.map(({ message }) => message).join(' '), {
    ...(first.hint !== undefined && { hint: first.hint }),
    details: { field: first.field, fields: problems.map(({ field }) => field) },
  });
}

interface Problem {
  readonly field: string;
  readonly message: string;
  readonly hint?: string;
}

function problemOf(field: string, wanted: RequestField<unknown>, value: unknown): readonly Problem[] {
  const { expected, accepts, required } = wanted;
  if (value === undefined)
    return required === true ? [{ field, message: `"${field}" is missing: ${expected}.` }] : [];
  if (isAccepted(accepts, value)) return [];
  return [{ field, message: `"${field}" must be ${expected}, not ${shown(value)}.` }];
}

/**
 * Returns the result of the test, or false if the test throws: typanion (the validation library) puts refused values into
 * its messages, and converting some values to text throws.
 */
function isAccepted(accepts: (value: unknown) => boolean, value: unknown): boolean {
  try {
    return accepts(value);
  } catch {
    return false;
  }
}

function unknownField(name: string, known: readonly string[]): Problem {
  const field = shortened(name);
  const [near] = nearestWords(name, known);
  const all = known.length === 0 ? 'This request accepts no fields.' : `It can have: ${known.join(', ')}.`;
  return {
    field,
    message: `"${field}" is not a field of this request.`,
    hint: near === undefined ? all : `Did you mean "${near}"?`,
  };
}

/** Maximum number of values in a request, which limits the time for reading it. */
const MOST_VALUES = 100_000;

/** Returns a plain copy of a request, so that getters cannot return other values after the check. */
function readOnce(given: unknown): Readonly<Record<string, unknown>> {
  let left = MOST_VALUES;
  const copy = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const isList = Array.isArray(value);
    const names = isList ? undefined : Object.keys(value);
    left -= (names ?? (value as readonly unknown[])).length;
    if (!(left >= 0)) throw unreadable('it is too large');
    if (names === undefined) return Array.from(value as readonly unknown[], copy);
    const entries = names.map((name) => [name, copy((value as Record<string, unknown>)[name])] as const);
    return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
  };
  let request: unknown;
  try {
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) request = copy(given);
  } catch (error) {
    // A proxy or getter in the request may throw any value.
    throw error instanceof SpectoolError ? error : unreadable('it could not be read');
  }
  if (request !== undefined) return request as Readonly<Record<string, unknown>>;
  throw new SpectoolError('USAGE', `A request must be one object, not ${shown(given)}.`);
}

function unreadable(why: string): SpectoolError {
  return new SpectoolError('USAGE', `The request cannot be read: ${why}.`);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `"${shortened(value)}"`;
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  if (Array.isArray(value)) return 'a list of other values';
  const foreign = foreignIn(value);
  return foreign === undefined ? 'an object' : `an object that holds a ${foreign}`;
}

/** Returns the type of the first nested value that JSON cannot represent; undefined if there is none. */
function foreignIn(given: object): string | undefined {
  const left: unknown[] = [given];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (['bigint', 'symbol', 'function'].includes(typeof value)) return typeof value;
    if (typeof value !== 'object' || value === null) continue;
    for (const member of Object.values(value) as readonly unknown[])
      if (member !== undefined) left.push(member);
  }
  return undefined;
}

function shortened(value: string): string {
  return value.length > 60 ? `${value.slice(0, 59)}…` : value;
}

/** Base class of services that several use cases share. It accesses other services on demand. */
export abstract class Service {
  constructor(protected readonly use: Services) {}
}
