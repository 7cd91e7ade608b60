import { quoted } from '../../domain/value/quoted.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type {
  FoundDocument,
  ImportedDocument,
  ImportedMoment,
} from '../../domain/import/importedDocument.js';
import { leftOut } from '../../domain/import/importedFields.js';
import {
  FORBIDDEN_NAMES,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../domain/value/jsonValue.js';
import { plainText } from '../../domain/document/decodeText.js';
import { cutText } from '../../domain/value/cutText.js';
import { momentIn } from '../../domain/value/timestamp.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import { cutTitle, isAllText, LONGEST_NAME, objectIn, textIn, textsIn } from './headerFields.js';
import { dayAlone, dayIn } from './writtenDays.js';

/** Maximum length of a line in characters, and maximum nesting of its JSON. No document needs more. */
const [LONGEST_LINE, DEEPEST] = [4 * 1024 * 1024, 30];
const isText = (value: JsonValue) => typeof value === 'string' || typeof value === 'number';
const isDay = (value: JsonValue) => dayIn(value) !== undefined;
/**
 * The fields of an imported JSON document (see docs/import.md): for each a test of its value, and the message if the test fails.
 */
const MEMBERS: Readonly<Record<string, readonly [is: (value: JsonValue) => boolean, isNot: string]>> = {
  tool: [isText, 'is not a string'],
  id: [isText, 'is not a string'],
  number: [(value) => numberIn(value) !== undefined, 'is not a whole number above 0'],
  title: [isText, 'is not a string'],
  name: [isText, 'is not a string'],
  status: [isText, 'is not a string'],
  created: [isDay, 'is not a date'],
  completed: [isDay, 'is not a date'],
  assignee: [isText, 'is not a string'],
  priority: [isText, 'is not a string'],
  tags: [isAllText, 'is not a list of strings'],
  dependsOn: [isAllText, 'is not a list of strings'],
  partOf: [isText, 'is not a string'],
  related: [isAllText, 'is not a list of strings'],
  supersededBy: [isText, 'is not a string'],
  archived: [(value) => typeof value === 'boolean', 'is neither true nor false'],
  fields: [isJsonObject, 'is not an object'],
  body: [(value) => typeof value === 'string', 'is not a string'],
  history: [Array.isArray, 'is not a list'],
  lost: [isAllText, 'is not a list of strings'],
};

/**
 * Imports a file with one JSON document per line (see docs/import.md). A script can convert the documents of any tool to this
 * format.
 */
export const json: ImportSource = {
  name: 'json',
  description: 'a .jsonl file with one document per line',
  // Detect the format only if the user named a single file, because a .jsonl file in a folder may contain anything else.
  detect: ({ files }) => ({
    surety: 'tool',
    documents: files.flatMap(({ path }) => (files.length === 1 && path.endsWith('.jsonl') ? [path] : [])),
  }),
  read: (tree) => {
    // Read a file that the user named, whatever its extension.
    const isNamed = tree.files.length === 1;
    const files = tree.files.filter(({ path }) => isNamed || /\.(?:jsonl|ndjson)$/.test(path));
    return withoutRepeats(files.flatMap(({ path }) => [...linesOf(tree, path)]));
  },
};

interface Line {
  readonly line: string;
  readonly found: FoundDocument;
}

/** Keeps the first of several documents with the same id, and replaces the others by an error message. */
function withoutRepeats(lines: readonly Line[]): readonly FoundDocument[] {
  const known = new Set<string>();
  return lines.map(({ line, found }) => {
    const isRepeated = known.size === known.add(found.place).size;
    if (!isRepeated || 'problem' in found) return found;
    const problem = `the id ${quoted(found.place)} is on an earlier line too; only the earlier line is imported`;
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

/** Returns the document's identity, `tool:id`, which is the same wherever the file is. A colon in the tool's name is escaped. */
function originOf(tool: string, key: string): string {
  return `${tool.replace(/%(?=25|3A)/g, '%25').replaceAll(':', '%3A')}:${key}`;
}

function read(line: string): ImportedDocument {
  if (line.length > LONGEST_LINE) throw problem('the line is longer than 4 MB');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw problem('the line is not JSON');
  }
  if (!isJsonObject(value)) throw problem('the line is not a JSON object');
  if (depthOf(value) > DEEPEST) throw problem('the line is nested too deeply');
  const { id, title, archived } = value;
  const [key, shown] = [oneLine(textIn(id) ?? ''), textIn(title)];
  if (key === '') throw problem('the line has no `id` that is a string or a number');
  if (shown === undefined) throw problem(`${quoted(cutText(key, 60))} has no \`title\``);
  const { body = null } = value;
  if (body !== null && typeof body !== 'string')
    throw problem(`the \`body\` of ${quoted(cutText(key, 60))} is not a string`);
  const tool = oneLine(textIn(value['tool']) ?? 'json');
  const origin = originOf(tool, key);
  if (origin.length > LONGEST_NAME)
    throw problem('its `tool` and `id` together have more than 200 characters');
  const number = numberIn(value['number']);
  const status = textIn(value['status']);
  const [created, completed] = ['created', 'completed'].map((name) => dayIn(value[name]));
  const [assignee, priority] = [textIn(value['assignee']), textIn(value['priority'])];
  const [partOf, supersededBy] = [textIn(value['partOf']), textIn(value['supersededBy'])];
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
    ...(partOf !== undefined && { partOf }),
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
        .map(([name]) => `the field ${name} is left out: its name, or a name in its value, is not allowed`),
      ...longActors(past),
      ...(timeless === 0
        ? []
        : [`entries of \`history\` left out because they have no valid time: ${String(timeless)}`]),
    ],
  };
}

/** Returns the message about a field that is unknown or has an invalid value; empty for a valid field. */
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

/** Returns the entries of the document's history in order of time; entries without a valid time are left out. */
function momentsOf(history: JsonValue | undefined): readonly ImportedMoment[] {
  if (!Array.isArray(history)) return [];
  const moments = (history as readonly JsonValue[]).flatMap(
    (one): readonly (ImportedMoment & { readonly at: string })[] => {
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
    },
  );
  return moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Returns the messages about actors in the history whose names are too long and therefore cut. */
function longActors(history: JsonValue | undefined): readonly string[] {
  const moments = Array.isArray(history) ? (history as readonly JsonValue[]) : [];
  const actors = new Set(moments.map((one) => oneLine(textIn(objectIn(one)['actor']) ?? '')));
  return [...actors]
    .filter((actor) => actor.length > LONGEST_NAME)
    .map((actor) => `an actor in the history has ${String(actor.length)} characters and is shortened`);
}

/** True if the name is forbidden in frontmatter, or if a name within the value is. */
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
