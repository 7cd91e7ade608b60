import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { type FieldFilters, LISTED_FIELDS, UNKNOWN } from '../../domain/fields/fieldFilter.js';
import {
  type FieldRequest,
  type FieldRow,
  type MemberRequests,
  REQUESTED_FIELDS,
  singular,
} from '../../domain/fields/standardFields.js';
import { repeatedFlag, listFlag, type Taken, textFlag } from './flagsAndArguments.js';
import type { Spectool } from '../../application/spectool.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { outputFieldNamed, type ExtraFields } from './layout/outputFields.js';

/** The `--where` flag, which selects the specs that have a given value in a field. @param names spellings of the flag. */
export const whereFlag = (names = '--where') =>
  repeatedFlag(
    `${names} FIELD=VALUE`,
    'only specs whose field FIELD has the value VALUE; several --where must all match. `FIELD=` selects specs without the field, `status=unknown` specs with a status that spectool does not know',
    fieldOption,
  );

/** The `--field` flag, which sets custom fields. */
export const customFields = repeatedFlag(
  '--field NAME=VALUE',
  'set the custom field NAME to VALUE, or correct the day created or completed; can be given several times. Write a list as a,b or as JSON',
  singleFieldOption,
);

/**
 * Parses the values of a repeated flag, each `name=value`, into lists of values by field name.
 * @throws SpectoolError `USAGE` for a value without a name or `=`.
 */
export function fieldOption(assignments: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const values = new Map<string, string[]>();
  for (const assignment of assignments) {
    const [name, value] = splitAssignment(assignment);
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Object.fromEntries(values);
}

/**
 * Parses the values of a repeated flag, each `name=value`, into one value per field name.
 * @throws SpectoolError `USAGE` if a field is given two different values.
 */
export function singleFieldOption(assignments: readonly string[]): Readonly<Record<string, string>> {
  const given = Object.entries(fieldOption(assignments));
  const twice = given.find(([, values]) => new Set(values).size > 1);
  if (twice !== undefined) {
    const [name, values] = twice;
    throw new SpectoolError(
      'USAGE',
      `The field "${name}" is set ${String(values.length)} times, with different values.`,
      {
        hint: `Set the field once. If the field is a list, separate the values by commas: ${name}=${values.join(',')}`,
      },
    );
  }
  return Object.fromEntries(given.map(([name, [value = '']]) => [name, value]));
}

/** Splits `NAME=VALUE` at the first `=`; the value may contain further `=` characters. */
function splitAssignment(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) {
    throw new SpectoolError('USAGE', `"${text}" is not of the form NAME=VALUE.`, {
      hint: 'Use a name and a value with `=` between them.',
    });
  }
  return [text.slice(0, at).trim(), text.slice(at + 1)];
}

/** A command line flag for a field of specs. */
interface FieldFlag {
  /** Key of the field in the request. */
  readonly name: string;
  /** Spellings of the flag, comma-separated. */
  readonly flag: string;
  readonly value: string;
  readonly isList: boolean;
  readonly description: string;
}

/** Maps each field of a request to the type of the flag that sets it. */
type FlagsOf<Request> = { readonly [Key in keyof Request]-?: Taken<Request[Key] | undefined> };

/** The flags for the fields of a new spec. */
export const creationFlags = taking<FieldRequest>(
  REQUESTED_FIELDS.map((field) => {
    const { kind, one, description } = field;
    const flags = [flagOf(field), ...(kind === 'list' ? [`--${String(one)}`] : [])];
    return { ...flagFor(field), flag: [...new Set(flags)].join(','), description };
  }),
);

/** The long lists, whose members can be added and removed one by one. */
type LongList = 'Tags' | 'Dependencies';
const LONG: readonly string[] = ['Tags', 'Dependencies'] satisfies readonly LongList[];

/**
 * The flags for changing fields. A long list has three flags: `--tags` replaces the list, `--add-tag` and `--remove-tag` change
 * it.
 */
export const updateFlags = taking<FieldRequest & Pick<MemberRequests, `${'add' | 'remove'}${LongList}`>>(
  REQUESTED_FIELDS.flatMap((field): readonly FieldFlag[] => {
    const { one, members = '', plural = '', description } = field;
    const own = flagFor(field);
    if (one === undefined) return [{ ...own, description }];
    const replacing = { ...own, description: `replace all ${plural}` };
    if (!LONG.includes(members)) return [replacing];
    return [
      replacing,
      { ...own, name: `add${members}`, flag: `--add-${one}`, description: `add ${plural}` },
      { ...own, name: `remove${members}`, flag: `--remove-${one}`, description: `remove ${plural}` },
    ];
  }),
);

/** The flags that filter a list of specs by fields. */
export const filterFlags = taking<FieldFilters>(
  LISTED_FIELDS.map((field) => {
    const called = singular(field);
    // Accept the key with underscores as a second spelling, because earlier versions used it.
    const names = [...new Set([called.replaceAll('_', '-'), called])];
    const own = { ...flagFor(field), flag: names.map((name) => `--${name}`).join(',') };
    switch (field.kind) {
      case 'word':
        return {
          ...own,
          isList: true,
          value: `${own.value}|${UNKNOWN},…`,
          description: `only specs whose ${called} is one of these`,
        };
      case 'list':
      case 'references':
        return {
          ...own,
          description: `only specs with this ${called}; with several, only specs that have all of them`,
        };
      case 'day':
      case 'moment':
        return { ...own, value: 'DATES', description: `only specs whose ${called} date is in this range` };
      case 'text':
      case 'reference': {
        const what = field.of === 'person' ? 'person or agent' : (field.of ?? 'text');
        return { ...own, description: `only specs whose ${called} is this ${what}` };
      }
    }
  }),
);

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

function taking<Request>(flags: readonly FieldFlag[]): FlagsOf<Request> {
  const taken = flags.map(({ name, flag, value, isList, description }) => [
    name,
    (isList ? listFlag : textFlag)(`${flag} ${value}`, description),
  ]);
  return Object.fromEntries(taken) as FlagsOf<Request>;
}

/** The `--tag` flag, for commands that do not take all of `filterFlags`. */
export const tagFilter = listFlag(
  '--tag,--tags TAG,…',
  'only specs with this tag; with several, only specs that have all of them',
);

/** The flag that filters by people, for commands that do not take all of `filterFlags`. */
export const assigneeFilter = textFlag(
  '--assignee PERSON',
  'only specs assigned to this person or agent; none means without an assignee and without a claim',
);

/** Returns the filter that `--assignee` describes. */
export function peopleOf(assignee: string | undefined) {
  return assignee === 'none' ? { unassigned: true, assignee: undefined } : { assignee };
}

/** The `--fields` flag. */
export const factsFlag = listFlag(
  '--fields FIELD,…',
  'show only these fields of each spec, such as number,title,tags; the names are those in the --json output and of custom fields',
);

/**
 * Returns the field names that `--fields` lists; undefined if the flag was not given.
 * @param specs specs whose custom fields are accepted even if the configuration does not declare them.
 * @throws SpectoolError `USAGE` for an unknown name.
 */
export function chosenFields(
  names: readonly string[] | undefined,
  specs: readonly SpecView[],
  { config }: Pick<Spectool, 'config'>,
  own: ExtraFields | readonly string[] = {},
): readonly string[] | undefined {
  if (names === undefined) return undefined;
  if (names.length === 0)
    throw new SpectoolError('USAGE', '--fields needs at least one field name.', {
      hint: 'For example: --fields number,title,status.',
    });
  const others = [
    ...(Array.isArray(own) ? (own as readonly string[]) : Object.keys(own)),
    ...Object.keys(config.frontmatter.custom),
    ...new Set(specs.flatMap(({ fields }) => Object.keys(fields))),
  ];
  return [...new Set(names.map((name) => outputFieldNamed(name, others)))];
}
