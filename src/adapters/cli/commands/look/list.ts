import { Command, Option } from 'clipanion';
import type { ListSpecsRequest, ListSpecsResult } from '../../../../application/queries/listSpecs.js';
import { SORT_FIELDS } from '../../../../application/projections/sortSpecs.js';
import type { Spectool } from '../../../../application/spectool.js';
import { fieldOption, whereFlag } from '../../fieldOption.js';
import { filterOptions } from '../../fieldOptions.js';
import { numberOption } from '../../listOption.js';
import type { Terminal } from '../../layout/terminal.js';
import { takes } from '../../definition.js';
import { SpectoolCommand } from '../../spectoolCommand.js';
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

export class ListCommand extends SpectoolCommand<ListSpecsResult> {
  static override paths = [['list']];
  static override synonyms = { '': ['ls', 'all', 'specs'] };
  static override usage = Command.Usage({
    examples: [
      ['What is in progress', 'spectool list --status in-progress'],
      ['What has a status of another tool', 'spectool list --status unknown'],
      ['Most urgent first', 'spectool list --sort priority --limit 10'],
    ],
  });

  filters = filterOptions(this);
  where = whereFlag('--where,--field');
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
      where: fieldOption(this.where),
      sort: this.sort,
      limit: numberOption('--limit', this.limit),
    });
  }

  protected override render(result: ListSpecsResult, terminal: Terminal, { config }: Spectool): string {
    const filters = [...Object.values(this.filters()), this.where];
    const filtered = filters.some((filter) => filter !== undefined) || this.archived;
    return renderList(result.specs, terminal, {
      digits: config.structure.sequenceDigits,
      total: result.total,
      filtered,
      people: config.features.collaboration,
      blocked: new Set(result.blocked),
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
}

/** Specs as a table, with what is wrong with them; broken ones keep their row. No final newline. */
export function renderList(specs: readonly SpecView[], terminal: Terminal, options: ListOptions): string {
  const style = createStyle(terminal);
  if (specs.length === 0) return emptyList(style, options.filtered === true);
  const lines = renderTable(
    specs,
    [
      {
        header: '#',
        cell: (spec) => painted(numberText(spec, options.digits), style.ref, style),
        align: 'right',
      },
      { header: 'Status', cell: (spec) => statusCell(spec, style) },
      { header: 'Priority', cell: (spec) => priorityCell(spec, style), dropOrder: 1 },
      { header: 'Title', cell: (spec) => titleCell(spec, style), shrinkTo: 24 },
      ...(specs.some(({ criteria }) => criteria !== undefined)
        ? [{ header: 'Met', cell: criteriaCell, align: 'right' as const, dropOrder: 2 }]
        : []),
      { header: 'Note', cell: (spec) => noteCell(spec, style, options), shrinkTo: 9 },
      ...(options.people === true ? PEOPLE : []),
      { header: 'Tags', cell: (spec) => tagsCell(spec, style), shrinkTo: 10, dropOrder: 3 },
    ],
    { columns: terminal.columns, ellipsis: style.symbols.ellipsis, paintHeader: style.quiet },
  );
  if (options.total !== undefined && options.total > specs.length) {
    lines.push(style.quiet(`${specs.length} of ${options.total} shown`));
  }
  return lines.join('\n');
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
