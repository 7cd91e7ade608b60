import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { FieldNames } from '../../domain/import/documentKinds.js';
import type { FoundDocument, ImportedDocument } from '../../domain/import/importedDocument.js';
import { isPriority } from '../../domain/spec/priority.js';
import type { JsonObject, JsonValue } from '../../domain/value/jsonValue.js';
import { present } from '../../domain/value/present.js';
import type { SourceTree } from '../../ports/importSource.js';
import { allTextsIn, fieldKey, peopleIn, textIn, textsIn } from './headerFields.js';
import { dayAlone, dayIn } from './writtenDays.js';

/** The fields that are read by the names of specs, in any spelling. */
const STANDARD = [
  ...['status', 'title', 'id', 'created', 'completed', 'assignee', 'priority', 'tags'],
  ...['part_of', 'depends_on', 'related', 'superseded_by'],
];

/** Returns fields by the names that specs have: of several names for one field, the first that has a value counts. */
export function renamed(fields: JsonObject, names: FieldNames = {}): JsonObject {
  const written = Object.entries(fields).filter(([, value]) => value !== null && value !== '');
  const given = new Map<string, string>();
  for (const name of new Set([...STANDARD, ...Object.keys(names)])) {
    const key = keyOf(Object.fromEntries(written), [name, ...(names[name] ?? [])]);
    if (key !== undefined && !given.has(key)) given.set(key, name);
  }
  return Object.fromEntries(written.map(([key, value]) => [given.get(key) ?? key, value]));
}

function keyOf(fields: JsonObject, names: readonly string[]): string | undefined {
  const keys = names.map(fieldKey);
  const found = Object.keys(fields).filter((key) => keys.includes(fieldKey(key)));
  return found.sort((a, b) => keys.indexOf(fieldKey(a)) - keys.indexOf(fieldKey(b)))[0];
}

/** Returns the value of the first of the fields that has one, in any spelling: `start-date`, `Start Date`. */
export function fieldOf(fields: JsonObject, names: readonly string[]): JsonValue | undefined {
  const key = keyOf(fields, names);
  return key === undefined ? undefined : fields[key];
}

type OwnWords = Pick<
  ImportedDocument,
  'created' | 'completed' | 'assignee' | 'priority' | 'tags' | 'partOf' | 'dependsOn' | 'related'
>;

/**
 * Returns the values of the fields that specs have too, and the fields that are left: they become custom fields or are reported. So
 * do those of which only a part could be read.
 */
export function ownWords(fields: JsonObject): OwnWords & { readonly left: JsonObject } {
  const taken = new Set<string>();
  const take = <Value>(name: string, read: (value: JsonValue) => Value | undefined): Value | undefined => {
    const value = fields[name];
    const found = value === undefined ? undefined : read(value);
    if (found !== undefined) taken.add(name);
    return found;
  };
  const priority = (value: JsonValue) => {
    const word = textIn(value)?.toLowerCase();
    return isPriority(word) ? word : undefined;
  };
  const person = (value: JsonValue) => {
    const [first, ...others] = peopleIn(value);
    return others.length === 0 ? first : undefined;
  };
  const day = (name: string) => take(name, dayAlone) ?? dayIn(fields[name]);
  const texts = (name: string) => take(name, allTextsIn) ?? textsIn(fields[name]);
  const own = present({
    created: day('created'),
    completed: day('completed'),
    assignee: take('assignee', person) ?? peopleIn(fields['assignee'])[0],
    priority: take('priority', priority),
    partOf: take('part_of', textIn),
  });
  const lists = { tags: texts('tags'), dependsOn: texts('depends_on'), related: texts('related') };
  const left = Object.fromEntries(Object.entries(fields).filter(([name]) => !taken.has(name)));
  return { ...own, ...lists, left };
}

/**
 * Returns the document that `read` returns, or the reason why it cannot be read, so that the other documents are still imported.
 */
export function told(place: string, read: () => ImportedDocument): FoundDocument {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof SpectoolError) || error.code === 'CHANGED_MEANWHILE') throw error;
    return { place, problem: error.message };
  }
}

/** Returns the frontmatter's fields and the text. @throws SpectoolError `SPEC_BROKEN` if the frontmatter cannot be parsed. */
export function frontmatterOf(
  tree: SourceTree,
  written: string,
  names: FieldNames = {},
): { readonly fields: JsonObject; readonly body: string } {
  const text = withQuotedNames(written);
  const { problem, frontmatter, bodyStart } = tree.parse(text);
  if (problem === undefined) return { fields: renamed(frontmatter, names), body: text.slice(bodyStart) };
  if (problem.code === 'FRONTMATTER_MISSING' || problem.code === 'FRONTMATTER_UNCLOSED')
    return { fields: {}, body: text };
  throw new SpectoolError('SPEC_BROKEN', `line ${String(problem.line)}: ${problem.message}`);
}

/** Returns the fields of a YAML file. If the file contains several YAML documents, only the first is read. */
export function fieldsOfYaml(tree: SourceTree, text: string, names: FieldNames = {}): JsonObject {
  return frontmatterOf(tree, asFrontmatter(text), names).fields;
}

/** Returns YAML as a frontmatter block. */
export function asFrontmatter(yaml: string): string {
  const lines = yaml.split('\n');
  // Remove a `---` at its beginning (after comments and directives), because that line would end the block.
  const first = lines.findIndex((line) => !/^[#%]|^\s*$/.test(line));
  const isMarked = /^---(?:\s|$)/.test(lines[first] ?? '');
  const block = isMarked ? lines.slice(first).with(0, (lines[first] ?? '').slice('---'.length)) : lines;
  return `---\n${block.join('\n')}\n---\n`;
}

/** Quotes names such as `@kim`, which are no valid YAML at the beginning of a value, but common. */
function withQuotedNames(text: string): string {
  const end = text.startsWith('---') ? text.slice(3).search(/^---\r?$/m) + 3 : 0;
  const head = text
    .slice(0, end)
    .replace(/^([ \t]*(?:[\w-]+:|-)[ \t]+)(@[^"#\\\r\n]*)/gm, (_, before: string, value: string) => {
      const name = value.trimEnd();
      return `${before}"${name}"${value.slice(name.length)}`;
    });
  return head + text.slice(end);
}
