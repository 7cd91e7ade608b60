import { Option } from 'clipanion';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { factNamed, factOf } from './specFacts.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import type { Spectool } from '../../../application/spectool.js';
import { takes } from '../definition.js';
import { listOption } from '../options/listOption.js';

/** What one command tells of a spec beside what every command knows, by name. */
export type OwnFacts = Readonly<Record<string, (spec: SpecView) => unknown>>;

/** A spec with the facts that `--fields` names, and no others. */
export interface ChosenSpec {
  readonly [fact: string]: unknown;
}

/** `--fields` of commands that show specs. */
export const factsFlag = () =>
  takes(
    'FIELD,…',
    Option.Array('--fields', {
      description: 'only these fields of each spec, as JSON names them: number,title,tags; custom fields too',
    }),
  );

/**
 * The facts that `--fields` names; undefined where it was not given.
 * @param specs whose custom fields need not be declared.
 * @throws SpectoolError `USAGE` for one that nobody knows.
 */
export function chosenFacts(
  given: readonly string[] | undefined,
  specs: readonly SpecView[],
  { config }: Pick<Spectool, 'config'>,
  own: OwnFacts | readonly string[] = {},
): readonly string[] | undefined {
  const names = listOption(given);
  if (names === undefined) return undefined;
  if (names.length === 0)
    throw new SpectoolError('USAGE', '--fields needs the name of a field.', {
      hint: 'Write --fields number,title,status.',
    });
  const others = [
    ...(Array.isArray(own) ? (own as readonly string[]) : Object.keys(own)),
    ...Object.keys(config.frontmatter.custom),
    ...new Set(specs.flatMap(({ fields }) => Object.keys(fields))),
  ];
  return [...new Set(names.map((name) => factNamed(name, others)))];
}

/** The chosen facts of a spec, in the order in which they were asked for; what it lacks is left out. */
export function withFacts(spec: SpecView, names: readonly string[], own: OwnFacts = {}): ChosenSpec {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = factIn(spec, name, own);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

export function factIn(spec: SpecView, name: string, own: OwnFacts): unknown {
  return Object.hasOwn(own, name) ? own[name]?.(spec) : factOf(spec, name);
}
