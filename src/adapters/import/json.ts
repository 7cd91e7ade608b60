import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type {
  FoundDocument,
  ImportedDocument,
  ImportedMoment,
} from '../../domain/import/importedDocument.js';
import { leftOut } from '../../domain/import/planImport.js';
import { FORBIDDEN_NAMES, isJsonObject, type JsonObject, type JsonValue } from '../../domain/value/json.js';
import { plainText } from '../../domain/document/plainText.js';
import { cutText } from '../../domain/value/cutText.js';
import { momentIn } from '../../domain/value/timestamp.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import {
  cutTitle,
  dayAlone,
  dayIn,
  isAllText,
  LONGEST_NAME,
  objectIn,
  textIn,
  textsIn,
} from './headerFields.js';

/** Limits for a line: its length in characters, and its nesting. No document needs more. */
const [LONGEST_LINE, DEEPEST] = [4 * 1024 * 1024, 30];
const isText = (value: JsonValue) => typeof value === 'string' || typeof value === 'number';
const isDay = (value: JsonValue) => dayIn(value) !== undefined;
/** The members of a document: a test of the value, and the report if the test fails. docs/import.md describes them. */
const MEMBERS: Readonly<Record<string, readonly [is: (value: JsonValue) => boolean, isNot: string]>> = {
  tool: [isText, 'is not a text'],
  id: [isText, 'is not a text'],
  number: [(value) => numberIn(value) !== undefined, 'is not a whole number above 0'],
  title: [isText, 'is not a text'],
  name: [isText, 'is not a text'],
  status: [isText, 'is not a text'],
  created: [isDay, 'is not a date'],
  completed: [isDay, 'is not a date'],
  assignee: [isText, 'is not a text'],
  priority: [isText, 'is not a text'],
  tags: [isAllText, 'is not a list of texts'],
  dependsOn: [isAllText, 'is not a list of texts'],
  related: [isAllText, 'is not a list of texts'],
  supersededBy: [isText, 'is not a text'],
  archived: [(value) => typeof value === 'boolean', 'is neither true nor false'],
  fields: [isJsonObject, 'is not an object'],
  body: [(value) => typeof value === 'string', 'is not a text'],
  history: [Array.isArray, 'is not a list'],
  lost: [isAllText, 'is not a list of texts'],
};

/** Imports a file with one JSON document a line, as docs/import.md describes it; files of other tools can be converted to it. */
export const json: ImportSource = {
  name: 'json',
  description: 'a .jsonl file with one document per line',
  // Detected only as the one file that the user named, since another .jsonl file may hold anything.
  detect: ({ files }) => ({
    surety: 'tool',
    documents: files.flatMap(({ path }) => (files.length === 1 && path.endsWith('.jsonl') ? [path] : [])),
  }),
  read: (tree) => {
    // A file that the user named is read whatever its extension.
    const isNamed = tree.files.length === 1;
    const files = tree.files.filter(({ path }) => isNamed || /\.(?:jsonl|ndjson)$/.test(path));
    return withoutRepeats(files.flatMap(({ path }) => [...linesOf(tree, path)]));
  },
};

interface Line {
  readonly line: string;
  readonly found: FoundDocument;
}

/** Replaces a document whose id is in an earlier line by a report; the first line counts. */
function withoutRepeats(lines: readonly Line[]): readonly FoundDocument[] {
  const known = new Set<string>();
  return lines.map(({ line, found }) => {
    const isRepeated = known.size === known.add(found.place).size;
    if (!isRepeated || 'problem' in found) return found;
    const problem = `the id "${found.place}" is on an earlier line too; only the first is imported`;
    return { place: line, problem };
  });
}

function* linesOf(tree: SourceTree, path: string): Iterable<Line> {
  let bytes: Uint8Array;
  try {
    bytes = tree.bytes(path);
  } catch (error) {
    if (!(error instanceof SpectoolError)) throw error;
    yield { line: path, found: { place: path, problem: error.message } };
    return;
  }
  const { text, problem: unreadable } = plainText(bytes);
  if (text === undefined) {
    yield { line: path, found: { place: path, problem: `it ${unreadable}` } };
    return;
  }
  let line = 0;
  for (const one of text.replace(/^\uFEFF/, '').split('\n')) {
    line += 1;
    if (one.trim() === '') continue;
    const place = `line ${String(line)}`;
    try {
      yield { line: place, found: read(one) };
    } catch (error) {
      if (!(error instanceof SpectoolError)) throw error;
      yield { line: place, found: { place, problem: error.message } };
    }
  }
}

/**
 * Returns the document's identity, `tool:id`, which does not depend on the file's path. A colon within the tool's name is escaped.
 */
function originOf(tool: string, key: string): string {
  return `${tool.replace(/%(?=25|3A)/g, '%25').replaceAll(':', '%3A')}:${key}`;
}

function read(line: string): ImportedDocument {
  if (line.length > LONGEST_LINE) throw problem('it is longer than 4 MB');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw problem('it is not JSON');
  }
  if (!isJsonObject(value)) throw problem('it is not a JSON object');
  if (depthOf(value) > DEEPEST) throw problem('it is nested too deeply');
  const { id, title, archived } = value;
  const [key, shown] = [oneLine(textIn(id) ?? ''), textIn(title)];
  if (key === '') throw problem('it has no `id` that is a text or a number');
  if (shown === undefined) throw problem(`"${cutText(key, 60)}" has no \`title\``);
  const { body = null } = value;
  if (body !== null && typeof body !== 'string')
    throw problem(`the body of "${cutText(key, 60)}" is not a text`);
  const tool = oneLine(textIn(value['tool']) ?? 'json');
  const origin = originOf(tool, key);
  if (origin.length > LONGEST_NAME)
    throw problem('its `tool` and `id` together have more than 200 characters');
  const number = numberIn(value['number']);
  const status = textIn(value['status']);
  const [created, completed] = ['created', 'completed'].map((name) => dayIn(value[name]));
  const [assignee, priority] = [textIn(value['assignee']), textIn(value['priority'])];
  const supersededBy = textIn(value['supersededBy']);
  const moments = momentsOf(value['history']);
  const past = value['history'];
  const timeless = Array.isArray(past) ? past.length - moments.length : 0;
  const given = Object.entries(objectIn(value['fields']));
  const fields = Object.fromEntries(given.filter(([name, field]) => !isForbidden(name, field)));
  return {
    place: key,
    origin,
    aliases: [],
    ...(number !== undefined && { number }),
    name: textIn(value['name']) ?? shown,
    title: cutText(oneLine(shown), LONGEST_NAME),
    sourceId: textIn(id) ?? key,
    ...(status !== undefined && { status }),
    statusFrom: status === undefined ? 'nothing' : 'status',
    ...(created !== undefined && { created }),
    ...(completed !== undefined && { completed }),
    ...(assignee !== undefined && { assignee }),
    ...(priority !== undefined && { priority: priority.toLowerCase() }),
    tags: textsIn(value['tags']),
    dependsOn: textsIn(value['dependsOn']),
    related: textsIn(value['related']),
    ...(supersededBy !== undefined && { supersededBy }),
    fields,
    isArchived: archived === true,
    body: body ?? '',
    hasLinks: false,
    moments,
    lost: [
      ...textsIn(value['lost']),
      ...cutTitle(oneLine(shown)),
      ...Object.entries(value).flatMap(([name, member]: readonly [string, JsonValue]) =>
        notTaken(name, member),
      ),
      ...given
        .filter(([name]) => !Object.hasOwn(fields, name))
        .map(([name]) => `the field ${name} is left out: it has or contains a forbidden name`),
      ...longActors(past),
      ...(timeless === 0 ? [] : [`${String(timeless)} of its history entries have no readable time`]),
    ],
  };
}

/** Returns the report for a member that is unknown or has a wrong value. */
function notTaken(name: string, value: JsonValue): readonly string[] {
  const [is, isNot] = Object.hasOwn(MEMBERS, name) ? (MEMBERS[name] ?? []) : [];
  if (is === undefined) return [`${name} is not a known field`];
  if (is === isDay && isDay(value) && dayAlone(value) === undefined) return [leftOut(name, value)];
  return value === null || value === '' || is(value) ? [] : [`${name} ${isNot ?? ''}`];
}

function numberIn(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Returns the moments of the history in order; those without a valid time are left out. */
function momentsOf(history: JsonValue | undefined): readonly ImportedMoment[] {
  if (!Array.isArray(history)) return [];
  const moments = (history as readonly JsonValue[]).flatMap((one): readonly ImportedMoment[] => {
    const { at, actor, status }: JsonObject = objectIn(one);
    const moment = typeof at === 'string' ? momentIn(at) : undefined;
    if (moment === undefined) return [];
    const [who, word] = [textIn(actor), textIn(status)];
    return [
      {
        at: moment,
        ...(who !== undefined && { actor: cutText(oneLine(who), LONGEST_NAME) }),
        ...(word !== undefined && { status: word }),
      },
    ];
  });
  return moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Returns the reports for actors whose names are cut. */
function longActors(history: JsonValue | undefined): readonly string[] {
  const moments = Array.isArray(history) ? (history as readonly JsonValue[]) : [];
  const actors = new Set(moments.map((one) => oneLine(textIn(objectIn(one)['actor']) ?? '')));
  return [...actors]
    .filter((actor) => actor.length > LONGEST_NAME)
    .map((actor) => `an actor in its history with ${String(actor.length)} characters is shortened`);
}

/** True if a name is forbidden in frontmatter, or one within its value is. */
function isForbidden(name: string, value: JsonValue): boolean {
  if (FORBIDDEN_NAMES.has(name)) return true;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).some(([member, one]: [string, JsonValue]) => isForbidden(member, one))
  );
}

function depthOf(value: JsonValue, depth = 1): number {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return depth;
  return Object.values(value).reduce<number>(
    (most, one: JsonValue) => Math.max(most, depthOf(one, depth + 1)),
    depth,
  );
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function problem(message: string): SpectoolError {
  return new SpectoolError('SPEC_BROKEN', message);
}
