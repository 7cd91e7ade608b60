import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ImportedDocument } from '../../domain/import/importedDocument.js';
import { isPriority } from '../../domain/spec/priority.js';
import { isCalendarDate } from '../../domain/value/calendarDate.js';
import type { JsonObject, JsonValue } from '../../domain/value/jsonValue.js';
import type { SourceTree } from '../../ports/importSource.js';
import { fieldKey, isAllText, textIn, textsIn } from './headerFields.js';
import { dayAlone, dayIn } from './writtenDays.js';

/** Values from another source, such as a folder name, which take precedence over the fields of the frontmatter. */
type SaidElsewhere = { readonly [Field in 'created' | 'completed' | 'assignee']?: string | undefined };

/**
 * The fields of an imported document's frontmatter. `left()` returns the fields whose value was not used; they become custom
 * fields of the spec or are reported.
 */
export class SourceFields {
  readonly #fields: readonly (readonly [string, JsonValue])[];
  readonly #taken = new Set<string>();

  constructor(fields: JsonObject) {
    this.#fields = Object.entries(fields);
  }

  /**
   * Returns the value of the first of the fields `names` that has a value, in any spelling (`start-date`, `Start Date`). The field still counts as unused in
   * `left()`.
   */
  value(...names: readonly string[]): JsonValue | undefined {
    for (const name of names) {
      const value = this.#fields.find(([key]) => fieldKey(key) === fieldKey(name))?.[1];
      if (value !== undefined && value !== null && value !== '') return value;
    }
    return undefined;
  }

  text(...names: readonly string[]): string | undefined {
    return this.#take(textIn, names);
  }

  /** Returns the day in a field. A field that contains more than a day still counts as unused in `left()`. */
  day(name: string): string | undefined {
    return this.#take(dayAlone, [name]) ?? dayIn(this.value(name));
  }

  /** Returns the texts in a field. A field with items that are not text still counts as unused in `left()`. */
  texts(...names: readonly string[]): readonly string[] {
    const all = (value: JsonValue) => (isAllText(value) ? textsIn(value) : undefined);
    return this.#take(all, names) ?? textsIn(this.value(...names));
  }

  priority(): ImportedDocument['priority'] {
    return this.#take(
      (value) => {
        const word = textIn(value)?.toLowerCase();
        return isPriority(word) ? word : undefined;
      },
      ['priority'],
    );
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
    const { completed, assignee, priority, tags, partOf, dependsOn, related } = {
      completed: this.#agreed(
        counts.completed,
        (value) => (isCalendarDate(value) ? value : undefined),
        'completed',
      ),
      assignee: this.#agreed(counts.assignee, textIn, 'assignee'),
      priority: this.priority(),
      tags: this.texts('tags'),
      partOf: this.text('part_of'),
      dependsOn: this.texts('depends_on'),
      related: this.texts('related'),
    };
    return {
      ...(completed !== undefined && { completed }),
      ...(assignee !== undefined && { assignee }),
      ...(priority !== undefined && { priority }),
      ...(tags.length > 0 && { tags }),
      ...(partOf !== undefined && { partOf }),
      ...(dependsOn.length > 0 && { dependsOn }),
      ...(related.length > 0 && { related }),
    };
  }

  /** Returns all fields, for a document whose tool has no field names of its own. */
  all(
    counts: SaidElsewhere = {},
  ): ReturnType<SourceFields['ownWords']> & Pick<ImportedDocument, 'created' | 'fields'> {
    const created = this.#agreed(counts.created, dayAlone, 'created') ?? dayIn(this.value('created'));
    const [own, left] = [this.ownWords(counts), this.left()];
    return {
      ...(created !== undefined && { created }),
      ...own,
      ...(Object.keys(left).length > 0 && { fields: left }),
    };
  }

  left(): JsonObject {
    return Object.fromEntries(this.#fields.filter(([key]) => !this.#taken.has(key)));
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
    return this.#take(agreed, [name]) ?? counts;
  }

  #take<Value>(read: (value: JsonValue) => Value | undefined, names: readonly string[]): Value | undefined {
    for (const name of names)
      for (const [key, value] of this.#fields) {
        const found = fieldKey(key) === fieldKey(name) ? read(value) : undefined;
        if (found === undefined) continue;
        this.#taken.add(key);
        return found;
      }
    return undefined;
  }
}

/** Returns the frontmatter's fields and the text. @throws SpectoolError `SPEC_BROKEN` if the frontmatter cannot be parsed. */
export function frontmatterOf(
  tree: SourceTree,
  written: string,
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
    ? { fields: new SourceFields(document.frontmatter), body: text.slice(document.bodyStart) }
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
