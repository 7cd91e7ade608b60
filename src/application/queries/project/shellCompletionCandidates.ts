import { criteriaOf } from '../../../domain/criteria/criteria.js';
import { headingsOf } from '../../../domain/document/sections/headings.js';
import { REQUESTED_FIELDS } from '../../../domain/fields/standardFields.js';
import { FINDING_CODES } from '../../../domain/findings/finding.js';
import { textsOf } from '../../../domain/spec/specView.js';
import { SORT_FIELDS } from '../../projections/sortSpecs.js';
import { oneOf, required, text, type RequestSchema } from '../../requestSchema.js';
import type { SpecCatalog } from '../../specCatalog.js';
import { UseCase } from '../../useCase.js';

const PEOPLE = REQUESTED_FIELDS.filter(({ of }) => of === 'person');
const KINDS = [
  'specs',
  'tags',
  'people',
  'templates',
  'fields',
  'criteria',
  'headings',
  'settings',
  'codes',
] as const;

/** Kinds of names that a shell or a form can complete. */
export type WordKind = (typeof KINDS)[number];

export interface CompleteWordsRequest {
  readonly kind: WordKind;
  /** Beginning of the word, as typed so far. */
  readonly typed?: string;
  /** The spec whose criteria or headings are completed. */
  readonly spec?: string;
}

/** Completes names that the project contains, for a shell or a form. */
export class CompleteWords extends UseCase<CompleteWordsRequest, readonly string[]> {
  static readonly request: RequestSchema<CompleteWordsRequest> = {
    kind: required(oneOf(KINDS)),
    typed: text,
    spec: text,
  };

  protected override async run({ kind, typed = '', spec }: CompleteWordsRequest): Promise<readonly string[]> {
    return this.#words(kind, typed, spec).filter((word) => word.startsWith(typed));
  }

  #words(kind: WordKind, typed: string, spec: string | undefined): readonly string[] {
    switch (kind) {
      case 'specs':
        return this.#specs(typed);
      case 'tags':
        return this.#known(({ tags }) => tags);
      case 'people':
        return this.#known((spec) => PEOPLE.flatMap((field) => textsOf(spec, field)));
      case 'templates':
        return this.use.newSpecText.names();
      case 'fields':
        return SORT_FIELDS;
      case 'criteria':
        return this.#criteria(spec);
      case 'settings':
        return this.#settings();
      case 'codes':
        return FINDING_CODES;
      case 'headings':
        return headingsOf(this.#bodyOf(spec)).map(({ heading }) => heading);
    }
  }

  /** Returns folder names; if the typed text begins with a letter, also the names without numbers. */
  #specs(typed: string): readonly string[] {
    const folders = this.use.specCatalog.folders();
    const named = /^\p{L}/u.test(typed) ? folders.map(({ name }) => name) : [];
    return [...folders.map(({ ref }) => ref), ...named];
  }

  /** Returns the criteria of a spec, open ones first. */
  #criteria(spec: string | undefined): readonly string[] {
    const criteria = criteriaOf(this.#bodyOf(spec), this.use.config.criteria.sections);
    return criteria
      .toSorted((a, b) => Number(a.done) - Number(b.done))
      .flatMap(({ n, label }) => [String(n), ...(label === undefined ? [] : [label])]);
  }

  #bodyOf(spec: string | undefined): string {
    if (spec === undefined) return '';
    const { specCatalog, specStore } = this.use;
    const { text, bodyStart } = specStore.open(specCatalog.find(spec));
    return text.slice(bodyStart);
  }

  #settings(): readonly string[] {
    const { configurationStore } = this.use;
    const set = configurationStore.settings().map(({ key }) => key);
    return [...new Set([...configurationStore.keys(), ...set])];
  }

  #known(pick: (spec: ReturnType<SpecCatalog['all']>[number]) => readonly string[]): readonly string[] {
    const words = new Set(this.use.specCatalog.all().flatMap(pick));
    return [...words].filter((word) => word !== '').sort();
  }
}
