import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { factNamed, factOf } from './specFields.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import type { Spectool } from '../../../application/spectool.js';
import { list } from '../options/taken.js';

/**
 * Fields that a single command offers besides the fields of every spec: by name, a function that returns the value for a spec.
 */
export type ExtraFields = Readonly<Record<string, (spec: SpecView) => unknown>>;

/** A spec reduced to the fields that `--fields` names. */
export interface ChosenSpec {
  readonly [fact: string]: unknown;
}

/** The `--fields` flag. */
export const factsFlag = list(
  '--fields FIELD,…',
  'show only these fields of each spec, such as number,title,tags; the names are those in the output of --json, or those of custom fields',
);

/**
 * Returns the field names that `--fields` lists; undefined if the flag was not given.
 * @param specs the custom fields of these specs are accepted even if the configuration does not declare them.
 * @throws SpectoolError `USAGE` for an unknown name.
 */
export function chosenFacts(
  names: readonly string[] | undefined,
  specs: readonly SpecView[],
  { config }: Pick<Spectool, 'config'>,
  own: ExtraFields | readonly string[] = {},
): readonly string[] | undefined {
  if (names === undefined) return undefined;
  if (names.length === 0)
    throw new SpectoolError('USAGE', '--fields needs the name of at least one field.', {
      hint: 'Name the fields to show, such as --fields number,title,status.',
    });
  const others = [
    ...(Array.isArray(own) ? (own as readonly string[]) : Object.keys(own)),
    ...Object.keys(config.frontmatter.custom),
    ...new Set(specs.flatMap(({ fields }) => Object.keys(fields))),
  ];
  return [...new Set(names.map((name) => factNamed(name, others)))];
}

/** Returns the chosen fields of a spec, in the order of `names`; fields that the spec does not have are left out. */
export function withFacts(spec: SpecView, names: readonly string[], own: ExtraFields = {}): ChosenSpec {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = factIn(spec, name, own);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

export function factIn(spec: SpecView, name: string, own: ExtraFields): unknown {
  return Object.hasOwn(own, name) ? own[name]?.(spec) : factOf(spec, name);
}
