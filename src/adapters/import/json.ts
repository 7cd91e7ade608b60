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

/** Nothing that a document is made of needs more. */
const [LONGEST_LINE, DEEPEST] = [4 * 1024 * 1024, 30];
const isText = (value: JsonValue) => typeof value === 'string' || typeof value === 'number';
const isDay = (value: JsonValue) => dayIn(value) !== undefined;
/** A document's members, what each is, and what is said of one that is none; docs/import.md describes them. */
const MEMBERS: Readonly<Record<string, readonly [is: (value: JsonValue) => boolean, isNot: string]>> = {
  tool: [isText, 'is no text'],
  id: [isText, 'is no text'],
  number: [(value) => numberIn(value) !== undefined, 'is no whole number above 0'],
  title: [isText, 'is no text'],
  name: [isText, 'is no text'],
  status: [isText, 'is no text'],
  created: [isDay, 'is no day'],
  completed: [isDay, 'is no day'],
  assignee: [isText, 'is no text'],
  priority: [isText, 'is no text'],
  tags: [isAllText, 'is no list of texts'],
  dependsOn: [isAllText, 'is no list of texts'],
  related: [isAllText, 'is no list of texts'],
  supersededBy: [isText, 'is no text'],
  archived: [(value) => typeof value === 'boolean', 'is neither true nor false'],
  fields: [isJsonObject, 'is no object'],
  body: [(value) => typeof value === 'string', 'is no text'],
  history: [Array.isArray, 'is no list'],
  lost: [isAllText, 'is no list of texts'],
};

/** One JSON document a line, as `docs/import.md` describes it; other tools' files are converted to it first. */
export const json: ImportSource = {
  name: 'json',
  description: 'a .jsonl file with a document a line',
  // A file that happens to lie around may be anything: it is named.
  detect: ({ files }) => ({
    surety: 'tool',
    documents: files.flatMap(({ path }) => (files.length === 1 && path.endsWith('.jsonl') ? [path] : [])),
  }),
  read: (tree) => {
    // Whatever it is called, what was named is read, or refused by name.
    const isNamed = tree.files.length === 1;
    const files = tree.files.filter(({ path }) => isNamed || /\.(?:jsonl|ndjson)$/.test(path));
    return withoutRepeats(files.flatMap(({ path }) => [...linesOf(tree, path)]));
  },
};

interface Line {
  readonly line: string;
  readonly found: FoundDocument;
}

/** Each known by its id. */
function withoutRepeats(lines: readonly Line[]): readonly FoundDocument[] {
  const known = new Set<string>();
  return lines.map(({ line, found }) => {
    const isRepeated = known.size === known.add(found.place).size;
    if (!isRepeated || 'problem' in found) return found;
    const problem = `the id "${found.place}" stood in a line before; the first one counts`;
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

/** What it is known by wherever the file lies, and whatever else is imported that counts from 1. A colon parts the two. */
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
  if (key === '') throw problem('it has no `id`, a text or a number');
  if (shown === undefined) throw problem(`"${cutText(key, 60)}" has no \`title\``);
  const { body = null } = value;
  if (body !== null && typeof body !== 'string')
    throw problem(`the body of "${cutText(key, 60)}" is no text`);
  const tool = oneLine(textIn(value['tool']) ?? 'json');
  const origin = originOf(tool, key);
  if (origin.length > LONGEST_NAME) throw problem('its `tool` and `id` have more than 200 letters');
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
        .map(([name]) => `the field ${name} has or holds a name that is forbidden`),
      ...longActors(past),
      ...(timeless === 0 ? [] : [`${String(timeless)} of its history without a time that can be read`]),
    ],
  };
}

/** What is said of a member that is not known, or not what it must be. */
function notTaken(name: string, value: JsonValue): readonly string[] {
  const [is, isNot] = Object.hasOwn(MEMBERS, name) ? (MEMBERS[name] ?? []) : [];
  if (is === undefined) return [`${name} is not known`];
  if (is === isDay && isDay(value) && dayAlone(value) === undefined) return [leftOut(name, value)];
  return value === null || value === '' || is(value) ? [] : [`${name} ${isNot ?? ''}`];
}

function numberIn(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** In their order; one without a time that can be read is left out. */
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

/** What is said of names that are cut. */
function longActors(history: JsonValue | undefined): readonly string[] {
  const moments = Array.isArray(history) ? (history as readonly JsonValue[]) : [];
  const actors = new Set(moments.map((one) => oneLine(textIn(objectIn(one)['actor']) ?? '')));
  return [...actors]
    .filter((actor) => actor.length > LONGEST_NAME)
    .map((actor) => `an actor of its history is cut: it has ${String(actor.length)} letters`);
}

/** No frontmatter may hold it. */
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
