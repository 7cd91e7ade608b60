import { SORT_FIELDS, type ListSpecsResult } from '../../../../application/queries/listAndNext.js';
import type { UseCaseRequest } from '../../../../application/spectool.js';
import { personText } from '../../../../domain/value/person.js';
import { outcomeText } from '../../../../domain/spec/archiveOutcome.js';
import { STATUSES } from '../../../../domain/fields/statusAndPriority.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import { withinTokens, lineTokens } from '../../../../domain/value/tokenEstimate.js';
import {
  assigneeFilter,
  chosenFields,
  factsFlag,
  filterFlags,
  peopleOf,
  whereFlag,
} from '../../fieldFlags.js';
import { listFlag, numberFlag, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText, PIPE_TOKENS, wrap } from '../../layout/terminalText.js';
import { type Cell, cellText, type Column, renderTable, painted } from '../../layout/renderTable.js';
import {
  claimNote,
  documentsElsewhereLines,
  elsewhereText,
  chosenFieldColumn,
  metText,
  nothingListed,
  numberText,
  priorityCell,
  problemText,
  renderChosenFields,
  statusCell,
  tagsCell,
} from '../../layout/specTable.js';
import { createStyle, type Mark, type Style, type Terminal } from '../../layout/terminalStyle.js';
import {
  type ChosenSpec,
  type ExtraFields,
  outputFieldNamed,
  withChosenFields,
} from '../../layout/outputFields.js';

interface ListOptions {
  /** The number of digits to which spec numbers are padded (the setting `structure.sequenceDigits`). */
  readonly digits: number;
  /** Folder names of the specs that depend on incomplete specs. */
  readonly blocked?: ReadonlySet<string>;
  /** Number of all matching specs; set only if a limit shortened the list. */
  readonly total?: number;
  /** Number of all specs of the project; set only if the list is empty. */
  readonly others?: number;
  /** True if the project uses assignees and reviewers. */
  readonly people?: boolean;
  /** The actor who runs the command. */
  readonly actor?: string;
  /** The field that the list is sorted by; the table has a column for it. */
  readonly sort?: string;
  /** Fields that `--fields` chose, shown instead of the usual columns. */
  readonly chosen?: readonly string[];
  readonly own?: ExtraFields;
  /** True to print titles and tags in full even if this makes the list in a pipe long. */
  readonly isWhole?: boolean;
}

type ListedStatus = NonNullable<UseCaseRequest<'listSpecs'>['status']>[number];
/** The value of `--status` that selects archived specs. */
const ARCHIVED = 'archived';
const WHOLE = null;
/** Minimum and maximum tokens of a title if the list is shortened for a pipe. */
const [SHORTEST_TITLE, LONGEST_TITLE] = [7, 20];
const NOTE_TOKENS = 10;

/**
 * Renders specs as a table, with the problems of their documents. A spec whose document cannot be read has a row too. No final
 * newline.
 */
export function renderList(specs: readonly SpecView[], terminal: Terminal, options: ListOptions): string {
  const style = createStyle(terminal);
  if (specs.length === 0) return nothingListed(options.others ?? 0, style);
  const { digits, chosen, own, total, isWhole } = options;
  const note = (text: string): string[] => wrap(text, terminal.columns).map(style.quiet);
  const shown = total !== undefined && total > specs.length ? note(`${specs.length} of ${total} shown`) : [];
  if (chosen !== undefined)
    return [...renderChosenFields(specs, chosen, terminal, digits, own), ...shown].join('\n');
  const hasCriteria = specs.some(({ criteria }) => criteria !== undefined);
  const sorted = options.sort === undefined ? undefined : sortColumn(options.sort, specs, style, digits);
  // Create the notes once: the columns are created up to three times, and formatting the dates of claims is slow.
  const notes = new Map(specs.map((spec) => [spec, noteCell(spec, style, options)]));
  const columnsOf = (titleTokens: number | null) =>
    listColumns(style, options, { hasCriteria, sorted, titleTokens, notes });
  const titleTokens =
    terminal.columns === undefined && isWhole !== true ? pipeTitle(specs, columnsOf) : WHOLE;
  const left: string[] = [];
  // `fitPipe` removes the lines beyond the limit.
  let tokens = PIPE_TOKENS;
  const lines = renderTable(specs, columnsOf(titleTokens), {
    columns: terminal.columns,
    ellipsis: style.symbols.ellipsis,
    paintHeader: style.quiet,
    onLeftOut: (header) => left.push(header.toLowerCase()),
    ...(titleTokens === SHORTEST_TITLE && { isLast: (line) => (tokens -= lineTokens(line)) < 0 }),
  });
  const missing = titleTokens === WHOLE ? left : ['tags', 'the ends of long titles'];
  return [
    ...lines,
    ...shown,
    ...(missing.length === 0
      ? []
      : note(`Left out: ${missing.join(', ')}. Choose fields with --fields number,title,…`)),
  ].join('\n');
}

/** Returns the maximum tokens per title with which the list stays within a pipe's token limit; null if titles need not be cut. */
function pipeTitle(
  specs: readonly SpecView[],
  columnsOf: (titleTokens: number | null) => readonly Column<SpecView>[],
): number | null {
  const tokensIn = (columns: readonly Column<SpecView>[]) => {
    let tokens = 0;
    for (const spec of specs) {
      if (tokens > PIPE_TOKENS) break;
      tokens += lineTokens(columns.map(({ cell }) => cellText(cell(spec))).join('  '));
    }
    return tokens;
  };
  if (tokensIn(columnsOf(WHOLE)) <= PIPE_TOKENS) return WHOLE;
  const left = PIPE_TOKENS - tokensIn(columnsOf(SHORTEST_TITLE).filter(({ header }) => header !== 'Title'));
  return Math.max(SHORTEST_TITLE, Math.min(LONGEST_TITLE, Math.floor(left / specs.length)));
}

/**
 * Returns the columns of the table.
 * @param titleTokens maximum tokens of a title in a pipe. Unless it is null, notes are shortened too, and tags are left out.
 */
function listColumns(
  style: Style,
  options: Pick<ListOptions, 'digits' | 'people'>,
  {
    hasCriteria,
    sorted,
    titleTokens,
    notes,
  }: {
    readonly hasCriteria: boolean;
    readonly sorted?: Column<SpecView> | undefined;
    readonly titleTokens: number | null;
    readonly notes: ReadonlyMap<SpecView, Cell | string>;
  },
): readonly Column<SpecView>[] {
  const isShort = titleTokens !== WHOLE;
  const short = (cell: Cell | string, most: number): Cell | string => {
    if (!isShort) return cell;
    return typeof cell === 'string'
      ? withinTokens(cell, most, style.symbols.ellipsis)
      : { ...cell, text: withinTokens(cell.text, most, style.symbols.ellipsis) };
  };
  const columns: readonly Column<SpecView>[] = [
    {
      header: '#',
      cell: (spec) => painted(numberText(spec, options.digits), style.ref, style),
      align: 'right',
    },
    {
      header: 'Status',
      cell: (spec) =>
        isShort ? (spec.broken === true ? 'broken' : (spec.status ?? 'unknown')) : statusCell(spec, style),
    },
    { header: 'Priority', cell: (spec) => priorityCell(spec, style), dropOrder: 1 },
    { header: 'Title', cell: (spec) => short(titleCell(spec, style), titleTokens ?? 0), shrinkTo: 24 },
    ...(hasCriteria ? [{ header: 'Met', cell: criteriaCell, align: 'right' as const, dropOrder: 2 }] : []),
    { header: 'Note', cell: (spec) => short(notes.get(spec) ?? '', NOTE_TOKENS), shrinkTo: 9 },
    ...(options.people === true ? PEOPLE : []),
  ];
  const isShown = columns.some(({ header }) => header === sorted?.header) || sorted?.header === 'Tags';
  return [
    ...columns.slice(0, 3),
    ...(sorted === undefined || isShown ? [] : [sorted]),
    ...columns.slice(3),
    ...(isShort
      ? []
      : [
          {
            header: 'Tags',
            cell: (spec: SpecView) => tagsCell(spec, style),
            shrinkTo: 10,
            dropOrder: 3,
          },
        ]),
  ];
}

/** Returns the column of the field that the list is sorted by. */
function sortColumn(
  sort: string,
  specs: readonly SpecView[],
  style: Style,
  digits: number,
): Column<SpecView> {
  const custom = new Set(specs.flatMap(({ fields }) => Object.keys(fields)));
  return chosenFieldColumn(outputFieldNamed(sort, [...custom]), style, digits);
}

const PEOPLE: readonly Column<SpecView>[] = [
  {
    header: 'Assignee',
    cell: ({ assignee }) => personCell(assignee),
    shrinkTo: 8,
    dropOrder: 2,
  },
  { header: 'Reviewer', cell: ({ reviewer }) => personCell(reviewer), shrinkTo: 8, dropOrder: 4 },
];

function criteriaCell(spec: SpecView): string {
  return metText(spec, '');
}

function titleCell(spec: SpecView, style: Style): Cell | string {
  const text = safeText(spec.title);
  return spec.archived || spec.status === 'complete' ? painted(text, style.quiet, style) : text;
}

function noteCell(
  spec: SpecView,
  style: Style,
  options: Pick<ListOptions, 'blocked' | 'actor'>,
): Cell | string {
  const blocked =
    options.blocked !== undefined && [spec.path, spec.ref].some((name) => options.blocked?.has(name));
  const claim = claimNote(spec, options.actor);
  const claimed = [
    ...(claim === undefined ? [] : [claim]),
    ...(spec.elsewhere === undefined ? [] : [elsewhereText(spec.elsewhere)]),
  ];
  if (!spec.archived && !blocked && spec.problems === undefined) return claimed.join(', ');
  const marks: Mark[] = [];
  if (spec.archived) marks.push('archived');
  if (blocked) marks.push('blocked');
  const ended = spec.archivedAs === undefined ? 'archived' : outcomeText(spec.archivedAs, spec.supersededBy);
  const words = marks.map(
    (mark) => `${style.symbolOf(mark)} ${mark === 'archived' ? safeText(ended) : mark}`,
  );
  for (const word of claimed) words.push(word);
  const problem = problemText(spec);
  if (problem !== '') words.push(problem);
  const serious = problem !== '' || blocked;
  return { text: words.join(', '), paint: serious ? style.error : style.quiet };
}

function personCell(name: string | undefined): string {
  return name === undefined ? '' : safeText(personText(name));
}

/** The document of `list --json`: specs with all fields, or only with the fields that `--fields` names. */
export interface ListOutput extends Omit<ListSpecsResult, 'specs' | 'blocked'> {
  readonly specs: readonly (SpecView | ChosenSpec)[];
  /** Folder names of the listed specs that depend on incomplete specs; absent with `--fields`. */
  readonly blocked?: readonly string[];
}

/** The field `proof`, which `--fields` accepts only in `list`, because computing it reads the files that tests cover. */
export const OWN_FIELDS: ExtraFields = {
  proof: (spec) => spec.proof ?? spec.fields['proof'],
};

export const listCommand = defineCommand({
  name: 'list',
  group: 'Look',
  usedBy: 'everyone',
  purpose: 'list specs with their fields',
  details: `
      Prints one line for each spec. If it goes to a pipe or a file, a list of more than 7,000 tokens is shortened: first its titles
      are cut and its tags left out, then lines. \`--limit N\` shows N whole lines; \`--json\` always has all specs.
    `,
  examples: [
    ['Specs in progress', 'spectool list --status in-progress'],
    ['Specs with a status of another tool', 'spectool list --status unknown'],
    ['Most urgent first', 'spectool list --sort priority --limit 10'],
    ['Specs with a failing test', 'spectool list --where proof=failing --all'],
    ['Only some fields', 'spectool list --fields number,title,tags'],
  ],
  takes: {
    ...filterFlags,
    where: whereFlag('--where,--field'),
    status: listFlag(
      `--status ${STATUSES.join('|')}|unknown|${ARCHIVED},…`,
      'only specs whose status is one of these; archived lists archived specs instead of active ones',
    ),
    assignee: assigneeFilter,
    mine: switchFlag('--mine', 'only specs that are assigned to you or claimed by you'),
    chosen: factsFlag,
    all: switchFlag('--all', 'list archived specs too'),
    sort: textFlag(
      '--sort FIELD',
      `the field to sort by: ${SORT_FIELDS.join(', ')} or a custom field; by default sequence, the number of the spec`,
    ),
    reverse: switchFlag('--reverse', 'list the specs in reverse order'),
    limit: numberFlag('--limit N', 'show at most this many specs; all by default'),
  },
  allProjects: true,
  asFlags: ({ scope, proof, ...request }: UseCaseRequest<'listSpecs'>) => ({
    ...request,
    ...(proof === true && { fields: ['proof'] }),
    all: scope === 'all',
    ...(scope === 'archived' && { status: ['archived'] }),
  }),
  runs: 'listSpecs',
  run: ({ listSpecs }, { chosen = [], all, status = [], ...given }) => {
    const wanted = status.filter((one): one is ListedStatus => one !== ARCHIVED);
    return listSpecs.execute({
      ...given,
      ...peopleOf(given.assignee),
      ...(wanted.length > 0 && { status: wanted }),
      proof: chosen.includes('proof'),
      scope: all ? 'all' : status.includes(ARCHIVED) ? 'archived' : 'active',
    });
  },
  document: (result, spectool, given): ListOutput => {
    const chosen = chosenFields(given.chosen, result.specs, spectool, OWN_FIELDS);
    if (chosen === undefined) return result;
    const { blocked: _blocked, ...rest } = result;
    return { ...rest, specs: result.specs.map((spec) => withChosenFields(spec, chosen, OWN_FIELDS)) };
  },
  render: (result, terminal, spectool, given) => {
    const { config } = spectool;
    const chosen = chosenFields(given.chosen, result.specs, spectool, OWN_FIELDS);
    const list = renderList(result.specs, terminal, {
      digits: config.structure.sequenceDigits,
      total: result.total,
      ...(result.others !== undefined && { others: result.others }),
      people: config.features.collaboration,
      actor: spectool.actor,
      blocked: new Set(result.blocked),
      isWhole: given.limit !== undefined,
      ...(given.sort !== undefined && { sort: given.sort }),
      ...(chosen !== undefined && { chosen, own: OWN_FIELDS }),
    });
    return [list, ...documentsElsewhereLines(result.elsewhere, createStyle(terminal))].join('\n');
  },
  restShownBy: (given) => (given.limit === undefined ? '--limit N' : undefined),
});
