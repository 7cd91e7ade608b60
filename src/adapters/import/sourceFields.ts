import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { FieldNames } from '../../domain/import/documentKinds.js';
import type { FoundDocument, ImportedDocument } from '../../domain/import/importedDocument.js';
import { isPriority } from '../../domain/spec/priority.js';
import type { JsonObject, JsonValue } from '../../domain/value/jsonValue.js';
import { present } from '../../domain/value/present.js';
import type { SourceTree } from '../../ports/importSource.js';
import { allTextsIn, fieldKey, textIn, textsIn } from './headerFields.js';
import { dayAlone, dayIn } from './writtenDays.js';

/** Values from another source, such as a folder name, which take precedence over the fields of the frontmatter. */
type SaidElsewhere = { readonly [Field in 'created' | 'completed' | 'assignee']?: string | undefined };

/**
 * The fields of an imported document's frontmatter. `left()` returns the fields whose value was not used; they become custom
 * fields of the spec or are reported.
 */
export class SourceFields {
  readonly #fields: readonly (readonly [string, JsonValue])[];
  readonly #names: FieldNames;
  readonly #taken = new Set<string>();

  /** @param names the tool's names for fields that specs have too: the first is taken, the others are only looked up. */
  constructor(fields: JsonObject, names: FieldNames = {}) {
    this.#fields = Object.entries(fields);
    this.#names = names;
  }

  /**
   * Returns the value of the first of the fields `names` that has a value, in any spelling (`start-date`, `Start Date`). The field
   * still counts as unused in `left()`.
   */
  value(...names: readonly string[]): JsonValue | undefined {
    for (const name of names) {
      const value = this.#fields.find(([key]) => fieldKey(key) === fieldKey(name))?.[1];
      if (value !== undefined && value !== null && value !== '') return value;
    }
    return undefined;
  }

  text(name: string): string | undefined {
    return this.#take(textIn, name);
  }

  /** Returns the day in a field. A field that contains more than a day still counts as unused in `left()`. */
  day(name: string): string | undefined {
    return this.#take(dayAlone, name) ?? dayIn(this.value(name));
  }

  /** Returns the texts in a field. A field with items that are not text still counts as unused in `left()`. */
  texts(name: string): readonly string[] {
    return this.#take(allTextsIn, name) ?? textsIn(this.value(name));
  }

  /**
   * Returns the values of the fields that specs have too, such as `priority`. A field whose value contradicts the value in
   * `counts` still counts as unused in `left()`.
   */
  ownWords(
    counts: SaidElsewhere = {},
  ): Pick<
    ImportedDocument,
    'completed' | 'assignee' | 'priority' | 'tags' | 'partOf' | 'dependsOn' | 'related'
  > {
    const priority = (value: JsonValue) => {
      const word = textIn(value)?.toLowerCase();
      return isPriority(word) ? word : undefined;
    };
    return present({
      completed: this.#day(counts.completed, 'completed'),
      assignee: this.#agreed(counts.assignee, textIn, 'assignee'),
      priority: this.#take(priority, 'priority'),
      tags: filled(this.texts(this.#named('tags'))),
      partOf: this.#take(textIn, 'part_of') ?? textIn(this.#other('part_of')),
      dependsOn: filled(this.texts(this.#named('depends_on'))),
      related: filled(this.texts('related')),
    });
  }

  /** Returns all fields, for a document whose tool has no field names of its own. */
  all(
    counts: SaidElsewhere = {},
  ): ReturnType<SourceFields['ownWords']> & Pick<ImportedDocument, 'created' | 'fields'> {
    const created = this.#day(counts.created, 'created');
    const [own, left] = [this.ownWords(counts), this.left()];
    return {
      ...present({ created }),
      ...own,
      ...(Object.keys(left).length > 0 && { fields: left }),
    };
  }

  left(): JsonObject {
    return Object.fromEntries(this.#fields.filter(([key]) => !this.#taken.has(key)));
  }

  #day(counts: string | undefined, name: string): string | undefined {
    const agreed = this.#agreed(counts, dayAlone, name);
    return agreed ?? dayIn(this.value(this.#named(name))) ?? dayIn(this.#other(name));
  }

  #agreed(
    counts: string | undefined,
    read: (value: JsonValue) => string | undefined,
    name: string,
  ): string | undefined {
    const agreed = (value: JsonValue) => {
      const said = read(value);
      return counts === undefined || said === counts ? said : undefined;
    };
    return this.#take(agreed, this.#named(name)) ?? counts;
  }

  #named(name: string): string {
    return this.#names[name]?.[0] ?? name;
  }

  #other(name: string): JsonValue | undefined {
    return this.value(...(this.#names[name] ?? []).slice(1));
  }

  #take<Value>(read: (value: JsonValue) => Value | undefined, name: string): Value | undefined {
    for (const [key, value] of this.#fields) {
      const found = fieldKey(key) === fieldKey(name) ? read(value) : undefined;
      if (found === undefined) continue;
      this.#taken.add(key);
      return found;
    }
    return undefined;
  }
}

function filled(texts: readonly string[]): readonly string[] | undefined {
  return texts.length > 0 ? texts : undefined;
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
  names?: FieldNames,
): { readonly fields: SourceFields; readonly body: string } {
  const text = withQuotedNames(written);
  const document = tree.parse(text);
  const { problem } = document;
  if (
    problem !== undefined &&
    problem.code !== 'FRONTMATTER_MISSING' &&
    problem.code !== 'FRONTMATTER_UNCLOSED'
  )
    throw new SpectoolError('SPEC_BROKEN', `line ${String(problem.line)}: ${problem.message}`);
  return problem === undefined
    ? { fields: new SourceFields(document.frontmatter, names), body: text.slice(document.bodyStart) }
    : { fields: new SourceFields({}), body: text };
}

/** Returns the fields of a YAML file. If the file contains several YAML documents, only the first is read. */
export function fieldsOfYaml(tree: SourceTree, text: string): SourceFields {
  const lines = text.split('\n');
  // The text is parsed below as a frontmatter block. Remove a `---` at its beginning (after comments and directives), because
  // that line would end the block.
  const first = lines.findIndex((line) => !/^[#%]|^\s*$/.test(line));
  const isMarked = /^---(?:\s|$)/.test(lines[first] ?? '');
  const block = isMarked ? lines.slice(first).with(0, (lines[first] ?? '').slice('---'.length)) : lines;
  return frontmatterOf(tree, `---\n${block.join('\n')}\n---\n`).fields;
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
