import {
  cascade,
  isArray,
  isBoolean,
  isEnum,
  isInInclusiveRange,
  isInteger,
  isNumber,
  isString,
  type LooseTest,
} from 'typanion';
import { SpectoolError } from '../domain/errors/spectoolError.js';
import { nearest } from '../domain/naming/nearest.js';
import type { JsonValue } from '../domain/value/json.js';

/** What one field of a request may hold. */
export interface RequestField<Value> {
  /** In words that follow "must be": `a list of texts`. */
  readonly expected: string;
  readonly accepts: LooseTest<unknown>;
  readonly required?: boolean;
  /** Never there: holds the field to exactly the type it lets through. */
  readonly type?: (value: Value) => Value;
}
type OptionalField<Value> = RequestField<Value> & { readonly required?: false };
type RequiredField<Value> = RequestField<Value> & { readonly required: true };

/** A request's fields, each with what it may hold; one that the type lacks, or of another type, does not compile. */
export type RequestSchema<Request> = {
  readonly [Name in keyof Request]-?: Partial<Pick<Request, Name>> extends Pick<Request, Name>
    ? OptionalField<Exclude<Request[Name], undefined>>
    : RequiredField<Request[Name]>;
};

/** Above every number a person would write, below what a folder name can hold. */
const HIGHEST = 999_999_999;

export const text: OptionalField<string> = { expected: 'a string', accepts: isString() };
/** For what another program is started with, which no NUL can be handed to. */
export const argument: OptionalField<string> = {
  expected: 'a string without a NUL character',
  accepts: (value) => typeof value === 'string' && !value.includes('\0'),
};
export const texts: OptionalField<readonly string[]> = {
  expected: 'a list of strings',
  accepts: isArray(isString()),
};
export const flag: OptionalField<boolean> = { expected: 'true or false', accepts: isBoolean() };
export const positive: OptionalField<number> = {
  expected: 'a whole number of at least 1',
  accepts: cascade(isNumber(), [isInteger(), isInInclusiveRange(1, HIGHEST)]),
};
export const fieldValues: OptionalField<Readonly<Record<string, JsonValue | undefined>>> = {
  expected: 'an object of fields and their values',
  // typanion refuses the names `constructor` and `__proto__`; who uses the values, as JSON has them, says what is wrong with them.
  accepts: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && foreignIn(value) === undefined,
};

export function oneOf<const Word extends string>(words: readonly Word[]): OptionalField<Word> {
  return { expected: `one of ${words.join(', ')}`, accepts: isEnum(words) };
}

export function required<Value>(field: OptionalField<Value>): RequiredField<Value> {
  return { ...field, required: true };
}

/**
 * The request as it was given, without what is undefined; read once, so that what was checked is what is used.
 * @throws SpectoolError `USAGE` naming every field that is missing, unknown or not what it must be.
 */
export function checkedRequest<Request extends object>(
  schema: RequestSchema<Request>,
  given: unknown,
): Request {
  const request = given === undefined ? {} : readOnce(given);
  const fields = Object.entries(schema as Readonly<Record<string, RequestField<unknown>>>);
  const problems = [
    ...fields.flatMap(([name, field]) => problemOf(name, field, request[name])),
    ...Object.keys(request).flatMap((name) =>
      Object.hasOwn(schema, name) ? [] : unknownField(name, Object.keys(schema)),
    ),
  ];
  const [first] = problems;
  if (first === undefined) return request as Request;
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

/** typanion prints what it refuses, and not everything can be printed. */
function isAccepted(accepts: LooseTest<unknown>, value: unknown): boolean {
  try {
    return accepts(value);
  } catch {
    return false;
  }
}

function unknownField(name: string, known: readonly string[]): Problem {
  const field = shortened(name);
  const [near] = nearest(name, known);
  const all = known.length === 0 ? 'This request takes no fields.' : `It can have: ${known.join(', ')}.`;
  return {
    field,
    message: `"${field}" is not a field of this request.`,
    hint: near === undefined ? all : `Did you mean "${near}"?`,
  };
}

/** More than this no request holds; less than what takes long to read. */
const MOST_VALUES = 100_000;

/** A plain copy: what was checked is what is used, whatever the original answers when it is asked again. */
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
    // A proxy or a getter may throw anything.
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
  if (Array.isArray(value)) return 'a list of other things';
  const foreign = foreignIn(value);
  return foreign === undefined ? 'an object' : `an object that holds a ${foreign}`;
}

/** The type of a value that no JSON has, somewhere in this one. */
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
