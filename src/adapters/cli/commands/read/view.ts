import { divergenceWarnings } from '../../../../application/changes/changeWarnings.js';
import type {
  ViewedCommits,
  ViewSpecResult,
  ViewSpecsResult,
} from '../../../../application/queries/viewSpec.js';
import type { ExportPagesResult } from '../../../../application/commands/project/exportPages.js';
import type { Spectool } from '../../../../application/spectool.js';
import type { ViewSpecAsOfResult } from '../../../../application/trace/viewSpecAsOf.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { IN_FILE, REQUESTED_FIELDS } from '../../../../domain/fields/standardFields.js';
import type { CriterionView } from '../../../../domain/log/criteriaViews.js';
import { APPROVAL_FIELD, approvalWords } from '../../../../domain/review/approvalState.js';
import { outcomeText } from '../../../../domain/spec/archiveOutcome.js';
import type { SpecView } from '../../../../domain/spec/specView.js';
import { largestNumber } from '../../../../domain/value/collections.js';
import { sayingsWords } from '../../../presentation/sentences.js';
import { toSeveralSpecsRequest, namesOne } from '../../changedSpecs.js';
import { chosenFields, factsFlag } from '../../fieldFlags.js';
import { areaFlag, areaPage, renderPages } from './exportPages.js';
import { withoutComments } from '../../../../domain/document/sections/codeBlocks.js';
import { argument, refuseWith, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeBlock, safeText, NARROWEST, pad, type Span, wrapSpans } from '../../layout/terminalText.js';
import { cellText } from '../../layout/renderTable.js';
import {
  claimText,
  elsewhereText,
  chosenFieldCell,
  fieldCell,
  fieldText,
  partsSpans,
  problemText,
  progressWords,
  refSpans,
  updatedMark,
} from '../../layout/specTable.js';
import { localMinute } from '../../layout/localTimes.js';
import { createStyle, type Style, type Terminal } from '../../layout/terminalStyle.js';
import { type ChosenSpec, type ExtraFields, withChosenFields } from '../../layout/outputFields.js';

/** The result of `view`: one spec or several. */
export type ViewAnswer = ViewSpecResult | ViewSpecAsOfResult | ViewSpecsResult | ExportPagesResult;

/** A spec as `view --json` prints it. The Markdown text is without the frontmatter, whose fields are in `spec`. */
export type ViewedDocument = Omit<ViewSpecResult, 'content'> & Partial<Pick<ViewSpecAsOfResult, 'asOf'>>;

/**
 * The document of `view --json --fields`: the chosen fields of the spec, and other chosen parts of the result, such as `body`.
 */
export interface ChosenView {
  readonly spec: ChosenSpec;
  readonly [part: string]: unknown;
}

export interface ViewedDocuments {
  readonly specs: readonly (ViewedDocument | ChosenView)[];
  readonly total: number;
  readonly warnings?: ViewSpecsResult['warnings'];
}

/** The document of `view --json`: one spec, the chosen fields of one spec, or several specs. */
export type ViewOutput = ViewedDocument | ChosenView | ViewedDocuments | ExportPagesResult;

/** Names that `--fields` accepts besides the spec's fields. */
const PARTS = [
  'body',
  'content',
  'files',
  'sections',
  'criteria',
  'dependents',
  'parts',
  'archivedBecause',
] as const;

export const viewCommand = defineCommand({
  name: 'view',
  group: 'Look',
  usedBy: 'everyone',
  purpose: 'show one or more specs',
  examples: [
    ['By number', 'spectool view 5'],
    ['One section', 'spectool view user-login --section "Success Criteria"'],
    ['One section of several specs', 'spectool view 3 5-9 --section Problem'],
    ['The raw file', 'spectool view 5 --raw'],
    ['As it was on a day', 'spectool view 5 --as-of 2026-01-31'],
  ],
  takes: {
    specs: argument('[SPEC…]'),
    area: areaFlag,
    raw: switchFlag('--raw', 'print the document as it is in the file, with its frontmatter and comments'),
    section: textFlag('--section HEADING', 'show only the section under this heading'),
    file: textFlag('--file FILE', 'show this file from the folder of the spec instead of the document'),
    asOf: textFlag(
      '--as-of WHEN',
      'show the spec as it was in a commit, on a day, or in the first commit with an event (an id that `history` shows)',
    ),
    chosen: factsFlag,
  },
  keepsLines: true,
  asFlags: toSeveralSpecsRequest,
  runs: ['viewSpec', 'viewSpecAsOf'],
  run: async (spectool, { specs, raw: _raw, chosen: _chosen, area, asOf, ...given }): Promise<ViewAnswer> => {
    refuseWith('SPEC', specs.length > 0 ? { area } : {});
    if (area !== undefined) return areaPage(spectool, area);
    if (specs.length === 0)
      throw new SpectoolError('USAGE', 'SPEC is missing.', { hint: 'Name a spec, or an area with --area.' });
    if (asOf === undefined)
      return namesOne(specs)
        ? spectool.viewSpec.execute({ spec: specs[0], ...given })
        : spectool.viewSpecs.execute({ specs, ...given });
    const { section, file } = given;
    if (!namesOne(specs) || file !== undefined)
      throw new SpectoolError('USAGE', '--as-of needs exactly one spec, and cannot be used with --file.');
    return spectool.viewSpecAsOf.execute({ spec: specs[0], asOf, ...(section !== undefined && { section }) });
  },
  warnings: (result) => {
    const ofAll = 'specs' in result || 'pages' in result ? (result.warnings ?? []) : [];
    const ofEach = viewsIn(result).flatMap(({ spec, diverged = [], warnings = [] }) => [
      ...divergenceWarnings(spec.ref, diverged, {
        isMarked: spec.problems?.some(({ code }) => code === 'MERGE_CONFLICT') === true,
      }),
      ...warnings,
    ]);
    return [...ofAll, ...ofEach];
  },
  document: (result, spectool, given): ViewOutput => {
    if ('pages' in result) return result;
    const chosen = factsOf(result, spectool, given.chosen);
    const documents = viewsIn(result).map((view) => viewDocument(view, chosen));
    return 'specs' in result ? { ...result, specs: documents } : (documents[0] as ViewOutput);
  },
  raw: (result, { raw }) =>
    raw
      ? viewsIn(result)
          .map((view) => view.content)
          .join('')
      : undefined,
  render: async (result, terminal, spectool, given) => {
    if ('pages' in result) return renderPages(result, terminal);
    const chosen = factsOf(result, spectool, given.chosen);
    const digits = spectool.config.structure.sequenceDigits;
    // Print Markdown source to a pipe, and rendered Markdown to a terminal.
    const markdown =
      terminal.columns === undefined
        ? undefined
        : (await import('../../layout/markdownView.js')).markdownView;
    return viewsIn(result)
      .map((view) =>
        chosen === undefined
          ? renderView(given.file === undefined ? withoutHints(view) : view, terminal, markdown)
          : renderChosen(view, chosen, terminal, digits, markdown),
      )
      .join('\n\n\n');
  },
});

/** Removes the comments of the text, such as the hints of a template, which a page of Markdown does not show either. */
function withoutHints<View extends ViewedSpec>(view: View): View {
  const before = view.body.split('\n');
  const kept: string[] = [];
  let isAfterComment = false;
  for (const [i, line] of withoutComments(view.body).split('\n').entries()) {
    const isBlank = line.trim() === '';
    if (isBlank && before[i]?.trim() !== '') isAfterComment = true;
    else if (!isBlank || !isAfterComment || kept.at(-1)?.trim() !== '') kept.push(line);
    if (!isBlank) isAfterComment = false;
  }
  return { ...view, body: kept.join('\n') };
}

function factsOf(
  result: ViewAnswer,
  spectool: Spectool,
  names: readonly string[] | undefined,
): readonly string[] | undefined {
  const specs = viewsIn(result).map(({ spec }) => spec);
  return chosenFields(names, specs, spectool, PARTS);
}

function viewsIn(result: ViewAnswer): readonly ViewSpecResult[] {
  return 'specs' in result ? result.specs : 'pages' in result ? [] : [result];
}

function viewDocument(
  view: ViewSpecResult,
  chosen: readonly string[] | undefined,
): ViewedDocument | ChosenView {
  const { content: _withFrontmatter, ...document } = view;
  if (chosen === undefined) return document;
  const parts = chosen.filter((name): name is (typeof PARTS)[number] => PARTS.includes(name as never));
  const facts = chosen.filter((name) => !parts.includes(name as never));
  return {
    spec: withChosenFields(view.spec, facts),
    ...Object.fromEntries(parts.flatMap((part) => (view[part] === undefined ? [] : [[part, view[part]]]))),
  };
}

/** Renders the fields that `--fields` names, one per line; the text, if named, comes last. */
function renderChosen(
  view: ViewSpecResult,
  chosen: readonly string[],
  terminal: Terminal,
  digits: number,
  markdown: MarkdownRenderer | undefined,
): string {
  const style = createStyle(terminal);
  const listed: ExtraFields = {
    files: () => view.files,
    sections: () => view.sections.map(({ heading }) => heading),
    dependents: () => view.dependents,
  };
  const isText = (name: string) => name === 'body' || name === 'content';
  const facts = chosen.filter((name) => !isText(name));
  const width = largestNumber(
    facts.map((name) => name.length),
    0,
  );
  const texts = chosen.filter(isText).map((name) => {
    const text = name === 'body' ? view.body : view.content;
    return markdown === undefined || name === 'content' ? safeBlock(text).trim() : markdown(text, terminal);
  });
  const lines = facts.map((name) =>
    `${style.quiet(pad(safeText(name), width))}  ${cellText(chosenFieldCell(view.spec, name, style, digits, listed))}`.trimEnd(),
  );
  return [...(lines.length > 0 ? [lines.join('\n')] : []), ...texts].join('\n\n');
}

export interface ViewedSpec {
  readonly spec: SpecView;
  /** The Markdown to show: the text of the document, or of the section or file named on the command line. */
  readonly body: string;
  readonly criteria?: readonly CriterionView[];
  readonly archivedBecause?: string;
  /** All files in the folder of the spec, the document first; the output lists the other files at its end. */
  readonly files?: readonly string[];
  /** Folder names of specs that depend on the spec. */
  readonly dependents?: readonly string[];
  readonly parts?: ViewSpecResult['parts'];
  readonly commits?: ViewedCommits;
  /** Id and time of the commit, if an earlier version is shown. */
  readonly asOf?: { readonly commit: string; readonly at: string };
}

/** A function that renders Markdown for a terminal with a known width. */
export type MarkdownRenderer = (text: string, terminal: Terminal) => string;

/**
 * Renders a spec: its fields, then its text. Without a `markdown` renderer, the text is printed as Markdown source. No final
 * newline.
 */
export function renderView(view: ViewedSpec, terminal: Terminal, markdown?: MarkdownRenderer): string {
  const style = createStyle(terminal);
  const text = withoutTitle(view);
  const body = markdown === undefined ? safeBlock(text).trim() : markdown(text, terminal);
  const others = (view.files ?? []).slice(1);
  return [
    ...header(view, style, terminal),
    '',
    ...(body === '' ? [style.quiet('(no text yet)')] : [body]),
    ...(others.length === 0
      ? []
      : [
          '',
          ...wrapSpans(
            [
              {
                text: `Further files: ${others.map(safeText).join(', ')}  ${style.called('(spectool view … --file NAME)')}`,
                paint: style.quiet,
              },
            ],
            terminal.columns,
          ),
        ]),
  ].join('\n');
}

/** Removes the title from the spec's text, because the output already begins with the title. */
function withoutTitle({ body, spec }: ViewedSpec): string {
  const text = body.trimStart();
  const end = text.indexOf('\n');
  const first = end < 0 ? text : text.slice(0, end);
  return first.startsWith('# ') && first.slice(2).trim() === spec.title ? text.slice(first.length) : body;
}

const REFERENCES = REQUESTED_FIELDS.filter(({ kind }) => kind.startsWith('reference'));
const OTHERS = REQUESTED_FIELDS.filter(({ kind }) => !kind.startsWith('reference'));

function header(
  { spec, criteria, archivedBecause, dependents, parts, commits, asOf }: ViewedSpec,
  style: Style,
  terminal: Terminal,
): string[] {
  const facts: [string, string | readonly Span[]][] = [];
  const add = (name: string, value: string | readonly Span[]): void => {
    if (value.length > 0) facts.push([name, value]);
  };
  const status = spec.broken === true ? style.mark('broken') : style.status(spec.status);
  add('status', spec.archived ? `${status}  ${style.mark('archived')}` : status);
  if (spec.archivedAs !== undefined) add('ended', safeText(outcomeText(spec.archivedAs, spec.supersededBy)));
  if (archivedBecause !== undefined) add('because', safeText(archivedBecause));
  if (spec.criteria !== undefined) add('criteria', progressWords(spec, criteria ?? []));
  if (spec.approval !== undefined) add('approval', safeText(approvalWords(spec.approval)));
  for (const field of OTHERS) add(field.key.replaceAll('_', ' '), fieldCell(field, spec, style));
  if (spec.claim !== undefined) add('claimed', claimText(spec.claim));
  if (spec.elsewhere !== undefined) add('elsewhere', elsewhereText(spec.elsewhere));
  add('created', spec.created ?? '');
  const mark = updatedMark(spec);
  if (spec.updated !== null)
    add('updated', [{ text: safeText(spec.updated) }, { text: mark, paint: style.quiet }]);
  add('completed', spec.completed ?? '');
  for (const field of REFERENCES) add(field.key.replaceAll('_', ' '), fieldCell(field, spec, style));
  const search = 'spectool deps … --reverse';
  // If dependents are unknown although a whole document is shown (`criteria` is set), the project has too many specs to look them
  // up.
  if (dependents === undefined && criteria !== undefined && asOf === undefined)
    add('needed by', [
      {
        text: `not shown, because the project has too many specs (${style.called(search)})`,
        paint: style.quiet,
      },
    ]);
  add('needed by', refSpans(dependents ?? [], search, style));
  add('parts', partsSpans(parts, style));
  if (commits !== undefined)
    add(
      'commits',
      `${String(commits.total)}, last on ${commits.last.at.slice(0, 10)} (${style.called(`spectool trace ${spec.ref}`)})`,
    );
  for (const [name, value] of Object.entries(spec.fields)) {
    if (name === APPROVAL_FIELD && spec.approval !== undefined) continue;
    const told = name === IN_FILE ? safeText(sayingsWords(value)) : fieldText(value);
    add(name === IN_FILE ? 'in the files' : safeText(name), told === '' ? '' : [{ text: told }]);
  }
  const width = facts.reduce((most, [name]) => Math.max(most, name.length), 0);
  const lines = [
    ...wrapSpans([{ text: safeText(spec.title), paint: style.heading }], terminal.columns),
    style.path(safeText(spec.path)),
    ...(asOf === undefined
      ? []
      : [style.quiet(`as in commit ${asOf.commit.slice(0, 10)} of ${localMinute(asOf.at)}`)]),
    '',
    ...facts.map(([name, value]) => {
      const told = typeof value === 'string' ? [value] : wrapSpans(value, roomBeside(width, terminal));
      return `${style.quiet(pad(name, width))}  ${told.join(`\n${' '.repeat(width + 2)}`)}`;
    }),
  ];
  const problem = problemText(spec);
  if (problem === '') return lines;
  return [...lines, '', ...wrapSpans([{ text: problem, paint: style.error }], terminal.columns)];
}

function roomBeside(width: number, { columns }: Terminal): number | undefined {
  return columns === undefined ? undefined : Math.max(NARROWEST, columns - width - 2);
}
