import type { Document, Place, RawRecord, SimulatedClones } from './simulatedClones.js';

type Data = Readonly<Record<string, unknown>>;

/** Keeps all hand edits and all records so far, to decide which actor made each change. */
export class ExpectedActors {
  readonly failures: string[] = [];
  /**
   * True if a commit left out its records. Other clones take the changes in that commit for hand edits, so wrong actors are no
   * longer reported.
   */
  isLeaky = false;
  readonly #known = new Map<string, ReadonlySet<string>>();
  readonly #typed = new Map<string, string[]>();
  readonly #set = new Map<string, Set<string>>();
  /** Words that were removed from a document by hand. */
  readonly #dropped = new Set<string>();
  /** Specs whose whole text a person, an agent or a formatter wrote without a word of its own. */
  readonly #rewritten = new Set<string>();

  typed(spec: string, word: string): void {
    this.#typed.set(spec, [...(this.#typed.get(spec) ?? []), word]);
  }

  set(spec: string, field: string, value: string | null): void {
    this.#set.set(spec, (this.#set.get(spec) ?? new Set()).add(`${field}=${String(value)}`));
  }

  rewritten(spec: string): void {
    this.#rewritten.add(spec);
  }

  dropped(words: Iterable<string>): void {
    for (const word of words) this.#dropped.add(word);
  }

  fail(what: string): void {
    this.failures.push(what);
  }

  /** Checks that new records name the right actor. @param before documents as they were before the command. */
  observe(world: SimulatedClones, place: Place, before: ReadonlyMap<string, Document>): void {
    for (const { id: spec } of world.documents(place)) {
      const records = world.records(place, spec);
      const words = this.#typed.get(spec) ?? [];
      const covered = new Set(records.flatMap(({ id }) => [...(this.#known.get(id) ?? [])]));
      for (const record of records) {
        if (this.#known.has(record.id)) continue;
        const found = before.get(spec)?.text ?? '';
        const own = new Set(words.filter((word) => found.includes(`${word}.`)));
        this.#known.set(record.id, own);
        if (record.actor !== undefined) continue;
        for (const { type, data } of record.events) {
          if (data['returned'] !== undefined || data['followed'] === true) continue;
          if (
            type === 'TextEdited' &&
            !this.#rewritten.has(spec) &&
            ![...own].some((word) => !covered.has(word))
          )
            this.#blame(place, spec, record, `text ${JSON.stringify(data).slice(0, 200)}`);
          if (type !== 'FrontmatterEdited') continue;
          for (const [field, change] of Object.entries(data['changes'] as Data)) {
            const to = ((change as Data)['to'] ?? null) as string | readonly string[] | null;
            if (this.#set.get(spec)?.has(`${field}=${Array.isArray(to) ? to.join() : String(to)}`) !== true)
              this.#blame(place, spec, record, `${field} ${JSON.stringify(change)}`);
          }
        }
      }
    }
  }

  /**
   * Returns recorded changes that are lost: not in the document, not named by the command that recorded an edit, and not
   * reported by a finding.
   * @param told messages of findings, by file and code.
   */
  lost(
    world: SimulatedClones,
    place: Place,
    told: ReadonlyMap<string, ReadonlyMap<string, string>>,
  ): readonly string[] {
    return world.documents(place).flatMap(({ id: spec, path, text }) => {
      const codes = told.get(path) ?? new Map<string, string>();
      const has = (...names: readonly string[]) => names.some((name) => codes.has(name));
      const isOpen = has('MERGE_CONFLICT', 'DOCUMENT_BROKEN', 'ID_COPIED', 'NUMBER_DUPLICATE');
      const records = world.records(place, spec);
      if (isOpen || records.length === 0) return [];
      const named = namedAsLost(records);
      const plain = plainOf(text);
      const missing = plainOf(codes.get('RECORDS_NOT_IN_TEXT') ?? '');
      const gone = records.flatMap(({ id, events }) =>
        events.flatMap((event) => {
          const word = wordOf(event);
          if (
            word === undefined ||
            this.#dropped.has(word) ||
            named.has(word) ||
            plain.includes(plainOf(word))
          )
            return [];
          if (isTakenBack(event, records)) return [];
          // A finding names the first items, and says how many more there are.
          // A section is named by its heading.
          const { heading } = event.data;
          const start = plainOf(typeof heading === 'string' ? heading : word)
            .replace(/^\[.\]|\]/, '')
            .slice(0, 25);
          const isTold = missing.includes(start) || /\dmore|\dothers/.test(missing);
          return isTold ? [] : [`${path}: "${word}" of ${id.slice(0, 10)}`];
        }),
      );
      const fields = has(
        'DOCUMENT_BEHIND',
        'EDITED_BY_HAND',
        'DIVERGED',
        'RECORDS_NOT_IN_TEXT',
        'FIELD_INVALID',
      )
        ? []
        : wrongFields(text, records).map((one) => `${path}: ${one}`);
      return [...gone, ...fields];
    });
  }

  #blame(place: Place, spec: string, { id }: RawRecord, what: string): void {
    if (this.isLeaky) return;
    this.fail(`blame in ${place.name}: ${spec} ${id.slice(0, 10)} by hand: ${what}`);
  }
}

/** Returns the text of all items that an edit by hand took away, which a command named with the `undo` that brings them back. */
function namedAsLost(records: readonly RawRecord[]): ReadonlySet<string | undefined> {
  const lost = records.flatMap(({ events }) =>
    events.flatMap(({ type, data }) =>
      type === 'TextEdited' ? ((data['lost'] ?? []) as RawRecord['events']) : [],
    ),
  );
  return new Set(lost.map(wordOf));
}

/** Returns a text without blanks, escapes, marks and signs of lists, which a formatter may change. */
export function plainOf(text: string): string {
  return text.replace(/^[ \t>]*[-+*](?=\s)/gm, '').replace(/[\\*_`'~|\s]+/g, '');
}

/** Returns the text that an event adds to the document; undefined if it adds none. */
export function wordOf({ type, data }: RawRecord['events'][number]): string | undefined {
  const text = String(data['text']);
  if (type === 'NoteAdded') return text;
  if (type === 'CriterionAdded') return `] ${text}`;
  if (type === 'SectionReplaced') return typeof data['to'] === 'string' ? data['to'] : undefined;
  return type === 'CriterionChecked' ? `[x] ${text}` : undefined;
}

function isTakenBack(event: RawRecord['events'][number], records: readonly RawRecord[]): boolean {
  const { type, data } = event;
  // Of several replacements of a section, the last one counts, or the one that a person chose.
  if (type === 'SectionReplaced')
    return records.some(({ events }) =>
      events.some((one) => one !== event && one.type === type && one.data['heading'] === data['heading']),
    );
  const inverse: Readonly<Record<string, string>> = {
    NoteAdded: 'NoteRemoved',
    CriterionAdded: 'CriterionRemoved',
    CriterionChecked: 'CriterionUnchecked',
  };
  return records.some(({ events }) =>
    events.some((other) => other.type === inverse[type] && other.data['text'] === data['text']),
  );
}

const FIELDS = ['status', 'priority', 'reviewer', 'assignee'] as const;

/** Returns the fields whose value in the document is not the last recorded value on any branch of the log. */
function wrongFields(text: string, records: readonly RawRecord[]): readonly string[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const above = (record: RawRecord, seen = new Set<string>()): ReadonlySet<string> => {
    for (const id of record.parents) {
      const parent = byId.get(id);
      if (parent === undefined || seen.has(id)) continue;
      seen.add(id);
      above(parent, seen);
    }
    return seen;
  };
  return FIELDS.flatMap((field) => {
    const writes = records.flatMap((record) => {
      const value = written(record, field);
      return value === undefined ? [] : [{ record, value }];
    });
    if (writes.length === 0) return [];
    const before = new Set(writes.flatMap(({ record }) => [...above(record)]));
    const last = writes.filter(({ record }) => !before.has(record.id)).map(({ value }) => value);
    const stands = fieldIn(text, field);
    return last.includes(stands) ? [] : [`${field} is ${String(stands)}, recorded as ${last.join(' or ')}`];
  });
}

export function fieldIn(text: string, field: string): string | null {
  const value = new RegExp(`^${field}: (.*)$`, 'm').exec(text.split('\n---')[0] ?? '')?.[1];
  return value?.replace(/^"(.*)"$/, '$1') ?? null;
}

function written({ events }: RawRecord, field: string): string | null | undefined {
  let value: string | null | undefined;
  for (const { type, data } of events) {
    if (type === 'SpecCreated') value = ((data['frontmatter'] as Data)[field] as string | undefined) ?? null;
    if (type === 'StatusChanged' && field === 'status') value = data['to'] as string;
    if (type !== 'FieldsChanged' && type !== 'FrontmatterEdited') continue;
    const change = (data['changes'] as Data)[field] as Data | undefined;
    if (change !== undefined) value = (change['to'] as string | undefined) ?? null;
  }
  return value;
}
