import { Command, Option } from 'clipanion';
import type { ListSpecsRequest, ListSpecsResult } from '../../../../application/queries/listSpecs.js';
import { SORT_FIELDS } from '../../../../application/projections/sortSpecs.js';
import type { Spectool } from '../../../../application/spectool.js';
import { fieldOption, whereFlag } from '../../fieldOption.js';
import { filterOptions, peopleOf, unassignedFilter } from '../../fieldOptions.js';
import { type ChosenSpec, chosenFacts, factsFlag, withFacts } from '../../documents/chosenFacts.js';
import { factColumn, renderFacts } from '../../layout/factTable.js';
import { tokenEstimate, withinTokens } from '../../../../domain/value/tokenEstimate.js';
import { factNamed } from '../../documents/specFacts.js';
import { wrap } from '../../layout/wrap.js';
import { numberOption } from '../../listOption.js';
import type { Terminal } from '../../layout/terminal.js';
import { takes } from '../../definition.js';
import { WatchableCommand } from './watchableCommand.js';
import { outcomeText } from '../../../../domain/spec/outcome.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import {
  numberText,
  painted,
  priorityCell,
  problemText,
  claimText,
  progressText,
  statusCell,
  tagsCell,
} from '../../layout/specCells.js';
import { safeText } from '../../layout/safeText.js';
import { createStyle, type Mark, type Style } from '../../layout/style.js';
import { renderTable, type Cell, type Column } from '../../layout/table.js';

/** As `--json` prints it: whole specs, or the fields that were asked for. */
export interface ListOutput extends Omit<ListSpecsResult, 'specs' | 'blocked'> {
  readonly specs: readonly (SpecView | ChosenSpec)[];
  /** Refs of the listed specs that wait for others; without `--fields`. */
  readonly blocked?: readonly string[];
}

export class ListCommand extends WatchableCommand<ListSpecsResult, ListOutput> {
  static override paths = [['list']];
  static override usage = Command.Usage({
    details: `
      A line for each spec. In a pipe, a list that would cost more than 7,000 tokens has shorter titles and no tags, and says so at its
      end; \`--fields\` chooses what is shown, and shows it whole.
    `,
    examples: [
      ['What is in progress', 'spectool list --status in-progress'],
      ['What has a status of another tool', 'spectool list --status unknown'],
      ['Most urgent first', 'spectool list --sort priority --limit 10'],
      ['Some fields of each', 'spectool list --fields number,title,tags'],
    ],
  });

  filters = filterOptions(this);
  where = whereFlag('--where,--field');
  unassigned = unassignedFilter();
  chosen = factsFlag();
  archived = Option.Boolean('--archived', false, { description: 'only archived specs' });
  all = Option.Boolean('--all', false, { description: 'include archived specs' });
  sort = takes(
    'FIELD',
    Option.String('--sort', {
      description: `${SORT_FIELDS.join(', ')} or a custom field`,
    }),
  );
  reverse = Option.Boolean('--reverse', false, { description: 'reverse the order' });
  limit = takes('N', Option.String('--limit', { description: 'at most this many' }));

  static asFlags({ scope, ...request }: ListSpecsRequest): object {
    return { ...request, all: scope === 'all', archived: scope === 'archived' };
  }

  protected override async run(spectool: Spectool): Promise<ListSpecsResult> {
    return spectool.listSpecs.execute({
      scope: this.all ? 'all' : this.archived ? 'archived' : 'active',
      reverse: this.reverse,
      ...this.filters(),
      ...peopleOf(this.filters().assignee, this.unassigned),
      where: fieldOption(this.where),
      sort: this.sort,
      limit: numberOption('--limit', this.limit),
    });
  }

  protected override document(result: ListSpecsResult, spectool: Spectool): ListOutput {
    const chosen = chosenFacts(this.chosen, result.specs, spectool);
    if (chosen === undefined) return result;
    const { blocked: _blocked, ...rest } = result;
    return { ...rest, specs: result.specs.map((spec) => withFacts(spec, chosen)) };
  }

  protected override render(result: ListSpecsResult, terminal: Terminal, spectool: Spectool): string {
    const { config } = spectool;
    const chosen = chosenFacts(this.chosen, result.specs, spectool);
    const filters = [...Object.values(this.filters()), this.where];
    const filtered = filters.some((filter) => filter !== undefined) || this.archived || this.unassigned;
    return renderList(result.specs, terminal, {
      digits: config.structure.sequenceDigits,
      total: result.total,
      filtered,
      people: config.features.collaboration,
      blocked: new Set(result.blocked),
      ...(this.sort !== undefined && { sort: this.sort }),
      ...(chosen !== undefined && { chosen }),
    });
  }
}

export interface ListOptions {
  /** `structure.sequenceDigits` */
  readonly digits: number;
  /** Refs of specs that wait for others. */
  readonly blocked?: ReadonlySet<string>;
  /** All that matched, when a limit left some out. */
  readonly total?: number;
  /** Some filter was given: an empty answer then does not mean an empty project. */
  readonly filtered?: boolean;
  /** The project keeps track of who works on a spec and who reviews it. */
  readonly people?: boolean;
  /** The field the list is in the order of: it is shown. */
  readonly sort?: string;
  /** Facts to show in place of the usual columns. */
  readonly chosen?: readonly string[];
}

/** What a list in a pipe may cost before it is made shorter. */
const PIPE_TOKENS = 7000;
/** Of so many specs no line is short enough. */
const SURELY_DEAR = 600;
/** What a title may cost then, the first that will do. */
const TITLE_TOKENS = [20, 12, 7];
const NOTE_TOKENS = 10;

/** Specs as a table, with what is wrong with them; broken ones keep their row. No final newline. */
export function renderList(specs: readonly SpecView[], terminal: Terminal, options: ListOptions): string {
  const style = createStyle(terminal);
  if (specs.length === 0) return emptyList(style, options.filtered === true);
  const { digits, chosen, total } = options;
  const note = (text: string): string[] => wrap(text, terminal.columns).map(style.quiet);
  const shown = total !== undefined && total > specs.length ? note(`${specs.length} of ${total} shown`) : [];
  if (chosen !== undefined) return [...renderFacts(specs, chosen, terminal, digits), ...shown].join('\n');
  const table = (titleTokens?: number): { readonly lines: string[]; readonly left: readonly string[] } => {
    const left: string[] = [];
    const lines = renderTable(specs, listColumns(specs, style, options, titleTokens), {
      columns: terminal.columns,
      ellipsis: style.symbols.ellipsis,
      paintHeader: style.quiet,
      onLeftOut: (header) => left.push(header.toLowerCase()),
    });
    return { lines, left };
  };
  const isPipe = terminal.columns === undefined;
  const isTooDear = (made: { readonly lines: readonly string[] }) =>
    tokenEstimate(made.lines.join('\n')) > PIPE_TOKENS;
  const whole = isPipe && specs.length > SURELY_DEAR ? undefined : table();
  const isDear = whole === undefined || (isPipe && isTooDear(whole));
  const shorter = () => {
    const [first, ...others] = specs.length > SURELY_DEAR ? TITLE_TOKENS.slice(0, 1) : TITLE_TOKENS;
    let made = table(first);
    for (const tokens of others) {
      if (!isTooDear(made)) break;
      made = table(tokens);
    }
    return made;
  };
  const { lines, left } = isDear ? shorter() : whole;
  const missing = isDear ? ['tags', 'the ends of long titles'] : left;
  return [
    ...lines,
    ...shown,
    ...(missing.length === 0
      ? []
      : note(`Left out: ${missing.join(', ')}. Choose with --fields number,title,…`)),
  ].join('\n');
}

/** @param titleTokens what a title may cost in a pipe, where a long list is dear; the other columns are short then, too. */
function listColumns(
  specs: readonly SpecView[],
  style: Style,
  options: ListOptions,
  titleTokens?: number,
): readonly Column<SpecView>[] {
  const isShort = titleTokens !== undefined;
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
    ...(specs.some(({ criteria }) => criteria !== undefined)
      ? [{ header: 'Met', cell: criteriaCell, align: 'right' as const, dropOrder: 2 }]
      : []),
    { header: 'Note', cell: (spec) => short(noteCell(spec, style, options), NOTE_TOKENS), shrinkTo: 9 },
    ...(options.people === true ? PEOPLE : []),
  ];
  const sorted =
    options.sort === undefined ? undefined : sortColumn(options.sort, specs, style, options.digits);
  const isThere = columns.some(({ header }) => header === sorted?.header) || sorted?.header === 'Tags';
  return [
    ...columns.slice(0, 3),
    ...(sorted === undefined || isThere ? [] : [sorted]),
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

/** What the list is in the order of. */
function sortColumn(
  sort: string,
  specs: readonly SpecView[],
  style: Style,
  digits: number,
): Column<SpecView> {
  const custom = new Set(specs.flatMap(({ fields }) => Object.keys(fields)));
  return factColumn(factNamed(sort, [...custom]), style, digits);
}

const PEOPLE: readonly Column<SpecView>[] = [
  {
    header: 'Assignee',
    cell: ({ assignee = '', claim }) => (claim === undefined ? safeText(assignee) : claimText(claim)),
    shrinkTo: 8,
    dropOrder: 2,
  },
  { header: 'Reviewer', cell: (spec) => safeText(spec.reviewer ?? ''), shrinkTo: 8, dropOrder: 4 },
];

function criteriaCell({ criteria }: SpecView): string {
  return criteria === undefined ? '' : progressText(criteria);
}

function titleCell(spec: SpecView, style: Style): Cell | string {
  const text = safeText(spec.title);
  return spec.archived || spec.status === 'complete' ? painted(text, style.quiet, style) : text;
}

function noteCell(spec: SpecView, style: Style, options: ListOptions): Cell | string {
  const blocked = options.blocked?.has(spec.ref) === true;
  const claimed = options.people !== true && spec.claim !== undefined ? [`@${claimText(spec.claim)}`] : [];
  if (!spec.archived && !blocked && spec.problems === undefined) return claimed.join('');
  const marks: Mark[] = [];
  if (spec.archived) marks.push('archived');
  if (blocked) marks.push('blocked');
  const ended = spec.archivedAs === undefined ? 'archived' : outcomeText(spec.archivedAs, spec.supersededBy);
  const words = marks.map(
    (mark) => `${style.symbolOf(mark)} ${mark === 'archived' ? safeText(ended) : mark}`,
  );
  words.push(...claimed);
  const problem = problemText(spec);
  if (problem !== '') words.push(problem);
  const serious = problem !== '' || blocked;
  return { text: words.join(', '), paint: serious ? style.error : style.quiet };
}

function emptyList(style: Style, filtered: boolean): string {
  return filtered
    ? `No spec matches.\n${style.quiet('spectool list --all shows every spec, archived ones too.')}`
    : `There are no specs yet.\n${style.quiet('Create the first one: spectool create my-first-spec')}`;
}
