import { bodyOf } from '../../../domain/document/specDocument.js';
import { criteriaOfDocument } from '../../../domain/criteria/criteria.js';
import { headingsOf } from '../../../domain/document/sections/headings.js';
import { REQUESTED_FIELDS } from '../../../domain/fields/standardFields.js';
import { FINDING_CODES } from '../../../domain/findings/finding.js';
import { fieldTextsOfView } from '../../../domain/spec/specView.js';
import { SORT_FIELDS } from '../listAndNext.js';
import { oneOf, required, text, useCase } from '../../useCase.js';
import type { SpecCatalog } from '../../specCatalog.js';
import type { Services } from '../../services.js';

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

/** Kinds of words that a shell or a form can complete, such as specs or criteria. */
export type WordKind = (typeof KINDS)[number];

/** Completes names that the project contains, for a shell or a form. */
export const completeWords = useCase(
  {
    kind: required(oneOf(KINDS)),
    /** Beginning of the word, as typed so far. */
    typed: text,
    /** The spec whose criteria or headings are completed. */
    spec: text,
  },
  (use, { kind, typed = '', spec }): readonly string[] => {
    return words(use, kind, typed, spec).filter((word) => word.startsWith(typed));
  },
);

function words(use: Services, kind: WordKind, typed: string, spec: string | undefined): readonly string[] {
  switch (kind) {
    case 'specs':
      return specs(use, typed);
    case 'tags':
      return known(use, ({ tags }) => tags);
    case 'people':
      return known(use, (spec) => PEOPLE.flatMap((field) => fieldTextsOfView(spec, field)));
    case 'templates':
      return use.newSpecText.names();
    case 'fields':
      return SORT_FIELDS;
    case 'criteria':
      return criteria(use, spec);
    case 'settings':
      return settings(use);
    case 'codes':
      return FINDING_CODES;
    case 'headings':
      return headingsOf(bodyOf(documentOf(use, spec))).map(({ heading }) => heading);
  }
}

/** Returns folder names; if the typed text begins with a letter, also the names without numbers. */
function specs({ specCatalog }: Services, typed: string): readonly string[] {
  const folders = specCatalog.folders();
  const named = /^\p{L}/u.test(typed) ? folders.map(({ name }) => name) : [];
  return [...folders.map(({ ref }) => ref), ...named];
}

/** Returns the criteria of a spec, open ones first. */
function criteria(use: Services, spec: string | undefined): readonly string[] {
  const criteria = criteriaOfDocument(documentOf(use, spec), use.config.criteria.sections);
  return criteria
    .toSorted((a, b) => Number(a.done) - Number(b.done))
    .flatMap(({ n, label }) => [String(n), ...(label === undefined ? [] : [label])]);
}

function documentOf({ specCatalog, specStore }: Services, spec: string | undefined) {
  return spec === undefined ? { text: '', bodyStart: 0 } : specStore.open(specCatalog.find(spec));
}

function settings(use: Services): readonly string[] {
  const { configurationStore } = use;
  const set = configurationStore.settings().map(({ key }) => key);
  return [...new Set([...configurationStore.keys(), ...set])];
}

function known(
  { specCatalog }: Services,
  pick: (spec: ReturnType<SpecCatalog['all']>[number]) => readonly string[],
): readonly string[] {
  const words = new Set(specCatalog.all().flatMap(pick));
  return [...words].filter((word) => word !== '').sort();
}
