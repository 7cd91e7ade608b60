import { Option } from 'clipanion';
import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import { LISTED_FIELDS, UNKNOWN, type FieldFilters } from '../../../domain/fields/fieldFilter.js';
import {
  REQUESTED_FIELDS,
  singular,
  type FieldRequest,
  type FieldRow,
  type MemberRequests,
} from '../../../domain/fields/standardFields.js';
import { takes } from '../commandDefinition.js';
import { listOption } from './parseListAndNumber.js';

/** A command line flag for a field of specs. */
interface FieldFlag {
  /** Key of the field in the request, and name of the command's property that stores the flag's value. */
  readonly name: string;
  /** Spellings of the flag, comma-separated. */
  readonly flag: string;
  readonly value: string;
  readonly isList: boolean;
  readonly description: string;
}

/**
 * Declares the flags for the fields of a new spec.
 * @returns a function that reads their values once the command line is parsed.
 */
export function creationOptions(command: object): () => FieldRequest {
  return declared(
    command,
    REQUESTED_FIELDS.map((field) => {
      const { kind, one, description } = field;
      const flags = [flagOf(field), ...(kind === 'list' ? [`--${String(one)}`] : [])];
      const flag = [...new Set(flags)].join(',');
      return { ...flagFor(field), flag, description };
    }),
  );
}

/**
 * Declares the flags for changing fields. A list field has one flag to replace the list, one to add members and one to remove
 * members.
 */
export function updateOptions(command: object): () => FieldRequest & MemberRequests {
  const flags = REQUESTED_FIELDS.flatMap((field): readonly FieldFlag[] => {
    const { one, members = '', plural = '', description } = field;
    const own = flagFor(field);
    if (one === undefined) return [{ ...own, description }];
    return [
      { ...own, description: `replace all ${plural}` },
      { ...own, name: `add${members}`, flag: `--add-${one}`, description: `add ${plural}` },
      { ...own, name: `remove${members}`, flag: `--remove-${one}`, description: `remove ${plural}` },
    ];
  });
  return declared(command, flags);
}

/** Declares the flags that filter a list of specs by fields. */
export function filterOptions(command: object): () => FieldFilters {
  return declared(
    command,
    LISTED_FIELDS.map((field) => {
      const own = { ...flagFor(field), flag: `--${singular(field)}` };
      const called = singular(field);
      switch (field.kind) {
        case 'word': {
          const value = `${own.value}|${UNKNOWN},…`;
          return { ...own, isList: true, value, description: `only specs whose ${called} is one of these` };
        }
        case 'list':
        case 'references': {
          const description = `only specs with this ${called}; with several, only specs that have all of them`;
          return { ...own, description };
        }
        case 'day':
        case 'moment':
          return {
            ...own,
            value: 'DATES',
            description: `only specs whose ${called} date is in this range`,
          };
        case 'text':
        case 'reference':
          return {
            ...own,
            description:
              field.of === 'person'
                ? `only specs whose ${called} is this person or agent`
                : `only specs whose ${called} is this ${field.of ?? 'text'}`,
          };
      }
    }),
  );
}

function flagFor(field: FieldRow): Omit<FieldFlag, 'description'> {
  const { name, kind, values = [], one = '', of } = field;
  const value = {
    word: values.join('|'),
    text: (of ?? 'text').toUpperCase(),
    day: 'DATE',
    moment: 'DATE',
    list: `${(of ?? one).toUpperCase()},…`,
    reference: 'SPEC',
    references: 'SPEC,…',
  }[kind];
  return { name, flag: flagOf(field), value, isList: kind === 'list' || kind === 'references' };
}

function flagOf({ key }: FieldRow): string {
  return `--${key.replaceAll('_', '-')}`;
}

/**
 * Declares flags as properties of a new command, because clipanion (the command line parser) looks for flags in properties and
 * stores their values there.
 */
function declared(command: object, flags: readonly FieldFlag[]): () => object {
  const given = command as Record<string, unknown>;
  for (const { name, flag, value, isList, description } of flags) {
    const option = isList ? Option.Array(flag, { description }) : Option.String(flag, { description });
    given[name] = takes(value, option);
  }
  return () =>
    Object.fromEntries(
      flags.map(({ name, isList }) => [
        name,
        isList ? listOption(given[name] as readonly string[] | undefined) : given[name],
      ]),
    );
}

/** The `--tag` flag, for commands without a filter for every field. */
export const tagFilter = () =>
  takes(
    'TAG,…',
    Option.Array('--tag,--tags', {
      description: 'only specs with this tag; with several, only specs that have all of them',
    }),
  );

/** The `--assignee` flag, for commands without a filter for every field. */
export const assigneeFilter = () =>
  takes(
    'PERSON',
    Option.String('--assignee', { description: 'only specs assigned to this person or agent' }),
  );

/**
 * Returns the filter that `--assignee` and `--unassigned` describe.
 * @throws SpectoolError `USAGE` if both are given.
 */
export function peopleOf(
  assignee: string | undefined,
  unassigned: boolean,
): { readonly assignee?: string; readonly unassigned?: true } {
  if (assignee !== undefined && unassigned)
    throw new SpectoolError('USAGE', '--assignee and --unassigned cannot be used together.', {
      hint: 'Leave one of these two flags out.',
    });
  return { ...(assignee !== undefined && { assignee }), ...(unassigned && { unassigned }) };
}

/** The `--unassigned` flag, which selects specs without an assignee and without a claim. */
export const unassignedFilter = () =>
  Option.Boolean('--unassigned', false, {
    description: 'only specs without an assignee and without a claim',
  });
