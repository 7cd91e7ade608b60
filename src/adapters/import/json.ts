import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type {
  FoundDocument,
  ImportedDocument,
  ImportedMoment,
} from '../../domain/import/importedDocument.js';
import { FORBIDDEN_NAMES, isJsonObject, type JsonObject, type JsonValue } from '../../domain/value/json.js';
import { momentIn } from '../../domain/value/timestamp.js';
import type { ImportSource, SourceTree } from '../../ports/import/importSource.js';
import { dayIn, objectIn, textIn, textsIn } from './headerFields.js';
import { told } from './flat.js';

/** Nothing that a document is made of needs more. */
const [LONGEST_LINE, DEEPEST] = [4 * 1024 * 1024, 30];
/** Names of a document's members; docs/import.md describes them. */
const MEMBERS = new Set([
  'tool',
  'id',
  'number',
  'title',
  'name',
  'status',
  'created',
  'completed',
  'assignee',
  'priority',
  'tags',
  'dependsOn',
  'related',
  'supersededBy',
  'archived',
  'fields',
  'body',
  'history',
  'lost',
]);

/** One JSON document a line, as `docs/import.md` describes it; other tools' files are converted to it first. */
export const json: ImportSource = {
  name: 'json',
  description: 'a .jsonl file with a document a line',
  // A file that happens to lie around may be anything: it is named.
  detect: (tree) =>
    tree.files.length === 1 && tree.files.every(({ path }) => path.endsWith('.jsonl')) ? 1 : 0,
  read: function* (tree) {
    // Whatever it is called, what was named is read, or refused by name.
    const isNamed = tree.files.length === 1;
    for (const { path } of tree.files)
      if (isNamed || /\.(?:jsonl|ndjson)$/.test(path)) yield* linesOf(tree, path);
  },
};

function* linesOf(tree: SourceTree, path: string): Iterable<FoundDocument> {
  let text: string;
  try {
    text = Buffer.from(tree.bytes(path))
      .toString('utf8')
      .replace(/^\uFEFF/, '');
  } catch (error) {
    if (!(error instanceof SpectoolError)) throw error;
    yield { place: path, problem: error.message };
    return;
  }
  const seen = new Set<string>();
  let line = 0;
  for (const one of text.split('\n')) {
    line += 1;
    if (one.trim() === '') continue;
    const place = `line ${String(line)}`;
    const document = told(place, () => read(one));
    if ('problem' in document) yield document;
    else if (seen.has(document.place))
      yield { place, problem: `the id "${document.place}" stood in a line before; the first one counts` };
    else {
      seen.add(document.place);
      yield document;
    }
  }
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
  const { id, title, number, body, archived, tool } = value;
  const key = textIn(id);
  const shown = textIn(title);
  if (key === undefined) throw problem('it has no `id`, a text or a number');
  if (shown === undefined) throw problem(`"${key.slice(0, 60)}" has no \`title\``);
  const unknown = Object.keys(value).filter((name) => !MEMBERS.has(name));
  const status = textIn(value['status']);
  const [created, completed] = ['created', 'completed'].map((name) => dayIn(value[name]));
  const [assignee, priority] = [textIn(value['assignee']), textIn(value['priority'])];
  const supersededBy = textIn(value['supersededBy']);
  const lost = ['created', 'completed'].filter(
    (name) => textIn(value[name]) !== undefined && dayIn(value[name]) === undefined,
  );
  const moments = momentsOf(value['history']);
  const past = value['history'];
  const timeless = Array.isArray(past) ? past.length - moments.length : 0;
  const given = Object.entries(objectIn(value['fields']));
  const fields = Object.fromEntries(given.filter(([name, field]) => !isForbidden(name, field)));
  return {
    place: oneLine(key),
    // Wherever the file lies, and whatever else is imported that counts from 1.
    origin: `${oneLine(textIn(tool) ?? 'json')}:${oneLine(key)}`,
    aliases: [],
    ...(typeof number === 'number' && Number.isSafeInteger(number) && number > 0 && { number }),
    name: textIn(value['name']) ?? shown,
    title: oneLine(shown),
    sourceId: key,
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
    body: typeof body === 'string' ? body : '',
    hasLinks: false,
    moments,
    lost: [
      ...textsIn(value['lost']),
      ...unknown.map((name) => `${name} is not known`),
      ...lost.map((name) => `${name} is no day`),
      ...given
        .filter(([name]) => !Object.hasOwn(fields, name))
        .map(([name]) => `the field ${name} has or holds a name that is forbidden`),
      ...(timeless === 0 ? [] : [`${String(timeless)} of its history without a time that can be read`]),
    ],
  };
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
        ...(who !== undefined && { actor: oneLine(who) }),
        ...(word !== undefined && { status: word }),
      },
    ];
  });
  return moments.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
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
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

function problem(message: string): SpectoolError {
  return new SpectoolError('SPEC_BROKEN', message);
}
