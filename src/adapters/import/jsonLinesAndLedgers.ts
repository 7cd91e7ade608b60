import { BOUNDS } from '../../domain/value/bounds.js';
import { checkboxIn } from '../../domain/criteria/checkboxes.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { DocumentKind, FieldNames } from '../../domain/import/documentKinds.js';
import type { ImportedDocument, ImportedMoment } from '../../domain/import/importedDocument.js';
import { foldersAbove, lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import { present } from '../../domain/value/collections.js';
import { momentIn } from '../../domain/value/dates.js';
import {
  FORBIDDEN_NAMES,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../domain/value/jsonValue.js';
import { cutText, quoted } from '../../domain/value/text.js';
import type { ImportSource, SourceTree } from '../../ports/importSource.js';
import {
  dayOfSourceField,
  fieldsOfYaml,
  objectIn,
  renameSourceFields,
  splitSpecFields,
  textIn,
  textsIn,
  orProblem,
} from './sourceFields.js';

/** The names of members that are fields of specs with another name. */
const NAMES: FieldNames = {
  part_of: ['partOf'],
  depends_on: ['dependsOn'],
  superseded_by: ['supersededBy'],
};

/** The types of members that are no fields (see docs/import.md). A line with another type is left out. */
const TYPES: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  number: (value) => numberIn(value) !== undefined,
  archived: (value) => typeof value === 'boolean',
  fields: isJsonObject,
  body: (value) => typeof value === 'string',
  history: Array.isArray,
};

/**
 * Imports a file with one JSON document per line (see docs/import.md). A script can convert the documents of any tool to this
 * format.
 */
export const json: ImportSource = {
  name: 'json',
  // Detect the format only if the user named a single file, because a .jsonl file in a folder may contain anything else.
  detect: ({ files }) => ({
    surety: 'tool',
    documents: files.flatMap(({ path }) => (files.length === 1 && path.endsWith('.jsonl') ? [path] : [])),
  }),
  read: function* (tree) {
    // Read a file that the user named, whatever its extension.
    const isNamed = tree.files.length === 1;
    const files = tree.files.filter(({ path }) => isNamed || /\.(?:jsonl|ndjson)$/.test(path));
    const known = new Set<string>();
    for (const { path } of files) {
      const text = orProblem(path, () => tree.text(path) ?? '');
      if (typeof text !== 'string') yield text;
      else
        for (const [at, line] of text.split('\n').entries())
          if (line.trim() !== '') yield orProblem(`line ${String(at + 1)}`, () => read(line, known));
    }
  },
};

/**
 * Returns the document's identity, `tool:id`, which does not depend on the file's path. A colon in the tool's name is escaped.
 */
function originOf(tool: string, key: string): string {
  return `${tool.replace(/%(?=25|3A)/g, '%25').replaceAll(':', '%3A')}:${key}`;
}

/** @param known the ids of earlier lines. */
function read(line: string, known: Set<string>): ImportedDocument {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw problem('the line is not JSON');
  }
  if (!isJsonObject(parsed)) throw problem('the line is not a JSON object');
  const forbidden = forbiddenIn(parsed);
  if (forbidden !== undefined) throw problem(forbidden);
  const value: JsonObject = Object.fromEntries(
    Object.entries(parsed).filter(([, member]) => member !== null && member !== ''),
  );
  const { tool, id, title, name, number, status, body, archived, fields, history, lost, ...others } = value;
  const key = oneLine(textIn(id) ?? '');
  if (key === '') throw problem('the line has no `id` that is a string or a number');
  const quotedKey = quoted(cutText(key, 60));
  const heading = textIn(title);
  if (heading === undefined) throw problem(`${quotedKey} has no \`title\``);
  const [wrong] =
    Object.entries(TYPES).find(([one, isRight]) => one in value && !isRight(value[one] ?? null)) ?? [];
  if (wrong !== undefined) throw problem(`the \`${wrong}\` of ${quotedKey} has a wrong type`);
  const origin = originOf(oneLine(textIn(tool) ?? 'json'), key);
  if (origin.length > BOUNDS.name)
    throw problem('its `tool` and `id` together have more than 200 characters');
  if (known.has(key))
    throw problem(`the id ${quoted(key)} is also on an earlier line; only the earlier line is imported`);
  known.add(key);
  const { superseded_by: successor, ...more } = renameSourceFields(others, NAMES);
  const { left, ...said } = splitSpecFields(more);
  return {
    place: key,
    origin,
    aliases: [],
    name: textIn(name) ?? heading,
    title: oneLine(heading),
    sourceId: textIn(id) ?? key,
    statusFrom: textIn(status) === undefined ? 'nothing' : 'status',
    ...said,
    ...present({ number: numberIn(number), status: textIn(status), supersededBy: textIn(successor) }),
    fields: { ...left, ...objectIn(fields) },
    isArchived: archived === true,
    body: typeof body === 'string' ? body : '',
    hasLinks: false,
    moments: momentsOf(history),
    lost: textsIn(lost),
  };
}

function numberIn(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Returns the entries of a document's history in order of time; entries without a valid time are left out. */
function momentsOf(history: JsonValue = []): readonly ImportedMoment[] {
  return (Array.isArray(history) ? (history as readonly JsonValue[]) : [])
    .flatMap((one) => {
      const { at, actor, status }: JsonObject = objectIn(one);
      const moment = typeof at === 'string' ? momentIn(at) : undefined;
      const who = textIn(actor);
      const name = who === undefined ? undefined : cutText(oneLine(who), BOUNDS.name);
      return moment === undefined ? [] : [present({ at: moment, actor: name, status: textIn(status) })];
    })
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** Returns what in a value frontmatter cannot have; undefined if there is nothing. */
function forbiddenIn(value: JsonValue, depth = 1): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > BOUNDS.depth) return 'the line is nested too deeply';
  const name = Object.keys(value).find((one) => FORBIDDEN_NAMES.has(one));
  if (name !== undefined) return `the name ${name} is not allowed`;
  const found = Object.values(value).map((one: JsonValue) => forbiddenIn(one, depth + 1));
  return found.find((one) => one !== undefined);
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function problem(message: string): SpectoolError {
  return new SpectoolError('SPEC_BROKEN', message);
}

/** A document's entry in its tool's list of all documents. */
export interface LedgerEntry {
  readonly status: string;
  /** The name of the file that contains the list. */
  readonly from: string;
  readonly day?: string;
  readonly title?: string;
}

/** Number of lines above a link that are searched for the checkbox of its entry. */
const ABOVE = 3;

/** Returns a document's entry in its tool's list; undefined if there is none. @param key the tool's name for the document. */
export function ledgerEntry(
  { ledger, source }: DocumentKind,
  tree: SourceTree,
  path: string,
  key: string,
): LedgerEntry | undefined {
  if (ledger === undefined) return undefined;
  const above = new Set(['', ...foldersAbove(path)]);
  const found = tree.files.map(({ path: one }) => one).filter((one) => ledger.test(one));
  // Use the list in a parent folder of the document, else the only list.
  const file =
    found.filter((one) => above.has(parentOf(one))).at(-1) ?? (found.length === 1 ? found[0] : undefined);
  if (file === undefined) return undefined;
  const from = lastNameIn(file);
  try {
    const text = tree.text(file) ?? '';
    if (file.endsWith('.yaml')) return statusInYaml(tree, text, path, key, from);
    return source === 'gsd' ? phaseIn(text, key, from) : trackIn(text, key, from);
  } catch (error) {
    // Treat a list that cannot be read like one that lacks the document.
    if (error instanceof SpectoolError) return undefined;
    throw error;
  }
}

function statusInYaml(
  tree: SourceTree,
  text: string,
  path: string,
  key: string,
  from: string,
): LedgerEntry | undefined {
  const all = objectIn(fieldsOfYaml(tree, text)['development_status']);
  const stem = lastNameIn(path).replace(/\.md$/, '');
  const start = `${key.replace('.', '-')}-`;
  const names = Object.keys(all).filter((name) => name.startsWith(start));
  const status = textIn(all[stem] ?? (names.length === 1 ? all[names[0] ?? ''] : undefined));
  return status === undefined ? undefined : { status, from };
}

/** Returns the entry of a track: a heading or list item with a checkbox, and a link to the track's folder. */
function trackIn(text: string, key: string, from: string): LedgerEntry | undefined {
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => line.includes(`/${key}/`) || line.includes(`/${key})`));
  for (let i = at; i >= Math.max(0, at - ABOVE); i -= 1) {
    const status = statusOf(lines[i] ?? '');
    if (status !== undefined) return { status, from };
  }
  return undefined;
}

/** Matches an entry for several phases: `- [x] **Phases 1-11**`, `| 1-11 | v1.0 |`. */
const RANGE = /^(?:\s*[-*] \[.\].*?\bphases? |\|\s*(?:phases? )?)0*(\d+)\s*[\u2013-]\s*0*(\d+)\b/i;

/** Returns the entry of a phase: `- [x] **Phase 1: Input**`, or a row of the progress table. */
function phaseIn(text: string, key: string, from: string): LedgerEntry | undefined {
  const [, number] = /^(?:phase-)?0*(\d+(?:\.\d+)*)/.exec(key) ?? [];
  if (number === undefined) return undefined;
  const phase = `0*${number.replaceAll('.', '\\.')}(?![.\\u2013-]?\\d)`;
  const item = new RegExp(`^\\s*[-*] \\[.\\].*\\bphase ${phase}\\b[:.]?\\s*([^*(]*)`, 'i');
  const row = new RegExp(`^\\|\\s*(?:phase )?${phase}[.|:\\s]\\s*\\|?([^|]*)\\|`, 'i');
  const lines = text.split(/\r?\n/);
  // A line for several phases, such as `- [x] **Phase 1-11**`, counts for a phase without a line of its own.
  const isAmong = (one: string) => {
    const [, from, to] = RANGE.exec(one) ?? [];
    return from !== undefined && Number(from) <= Number(number) && Number(number) <= Number(to);
  };
  const line =
    lines.find((one) => item.test(one)) ?? lines.find((one) => /^\s*[-*]/.test(one) && isAmong(one));
  const cells =
    lines.find((one) => row.test(one)) ?? lines.find((one) => one.startsWith('|') && isAmong(one));
  const [, named = ''] = item.exec(line ?? '') ?? row.exec(cells ?? '') ?? [];
  const title = named
    .replace(/\s[\u2013\u2014-]\s.*$/, '')
    .replaceAll('*', '')
    .trim();
  const [, word] =
    /\|\s*\W*(complete|completed|executed|done|shipped|in progress|planned|not started)\b/i.exec(
      cells ?? '',
    ) ?? [];
  const status =
    [line, cells].flatMap((one) => statusOf(one ?? '') ?? []).find((one) => one !== 'planned') ?? word;
  const day = dayOfSourceField(line) ?? dayOfSourceField(cells);
  return {
    status:
      status === 'executed' ? 'done' : (status ?? 'planned').toLowerCase().replace('not started', 'planned'),
    from,
    ...(day !== undefined && { day }),
    ...(title !== '' && { title }),
  };
}

/** Returns the status that an entry's checkbox shows; undefined if the entry has no checkbox. */
function statusOf(line: string): string | undefined {
  const [, mark] = /^\s*(?:#+|[-*])\s*\[(.)\]/.exec(line) ?? [];
  if (mark === undefined) return undefined;
  if (/[xX]/.test(mark)) return 'done';
  return mark === '~'
    ? 'in progress'
    : checkboxIn(line) === undefined && mark !== ' '
      ? undefined
      : 'planned';
}
