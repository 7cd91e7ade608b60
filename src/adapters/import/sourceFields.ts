import type { ImportedDocument } from '../../domain/import/importedDocument.js';
import { isPriority } from '../../domain/spec/priority.js';
import { isCalendarDate } from '../../domain/value/calendarDate.js';
import type { JsonObject, JsonValue } from '../../domain/value/json.js';
import { dayIn, isAllText, textIn, textsIn } from './headerFields.js';

/** The fields of a block. What nothing was taken from is left: it stays a field, or is told. */
export class SourceFields {
  readonly #fields: readonly (readonly [string, JsonValue])[];
  readonly #taken = new Set<string>();

  constructor(fields: JsonObject) {
    this.#fields = Object.entries(fields);
  }

  /** The value of the first of these names, in small letters, that has one; it stays among the fields. */
  value(...names: readonly string[]): JsonValue | undefined {
    for (const name of names) {
      const value = this.#fields.find(([key]) => key.toLowerCase() === name)?.[1];
      if (value !== undefined && value !== null && value !== '') return value;
    }
    return undefined;
  }

  text(...names: readonly string[]): string | undefined {
    return this.#take(textIn, names);
  }

  day(...names: readonly string[]): string | undefined {
    return this.#take(dayIn, names);
  }

  /** Where some of them are no texts, the field is left too. */
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

  /** What any tool may say with the words that specs have too. */
  ownWords(): Pick<
    ImportedDocument,
    'completed' | 'assignee' | 'priority' | 'tags' | 'dependsOn' | 'related'
  > {
    const { completed, assignee, priority, tags, dependsOn, related } = {
      completed: this.#take((value) => (isCalendarDate(value) ? value : undefined), ['completed']),
      assignee: this.text('assignee'),
      priority: this.priority(),
      tags: this.texts('tags'),
      dependsOn: this.texts('depends_on'),
      related: this.texts('related'),
    };
    return {
      ...(completed !== undefined && { completed }),
      ...(assignee !== undefined && { assignee }),
      ...(priority !== undefined && { priority }),
      ...(tags.length > 0 && { tags }),
      ...(dependsOn.length > 0 && { dependsOn }),
      ...(related.length > 0 && { related }),
    };
  }

  /** Everything, for a tool that has no fields of its own. */
  all(): ReturnType<SourceFields['ownWords']> & Pick<ImportedDocument, 'created' | 'fields'> {
    const [created, own, left] = [this.day('created'), this.ownWords(), this.left()];
    return {
      ...(created !== undefined && { created }),
      ...own,
      ...(Object.keys(left).length > 0 && { fields: left }),
    };
  }

  left(): JsonObject {
    return Object.fromEntries(this.#fields.filter(([key]) => !this.#taken.has(key)));
  }

  #take<Value>(read: (value: JsonValue) => Value | undefined, names: readonly string[]): Value | undefined {
    for (const name of names)
      for (const [key, value] of this.#fields) {
        const found = key.toLowerCase() === name ? read(value) : undefined;
        if (found === undefined) continue;
        this.#taken.add(key);
        return found;
      }
    return undefined;
  }
}
