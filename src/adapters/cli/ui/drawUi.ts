import { isSamePerson, personText } from '../../../domain/value/person.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { clusters, displayWidth, pad, truncate, safeText } from '../layout/terminalText.js';
import { metText, numberText } from '../layout/specTable.js';
import type { Style } from '../layout/terminalStyle.js';
import { type Columns, scrolled, type Selection } from './selection.js';
import type { TypedLine } from './lineEditor.js';
import type { Choice } from './uiActions.js';

/** A question at the bottom of the screen of `ui`. */
export type Dialog =
  | { readonly kind: 'text'; readonly title: string; readonly line: TypedLine }
  | {
      readonly kind: 'choice';
      readonly title: string;
      readonly choices: readonly Choice[];
      readonly at: number;
      /** True if several choices can be ticked. */
      readonly isMany: boolean;
    };

/** Lines that can be scrolled; `top` is the index of the first visible line. */
export interface Pane {
  readonly lines: readonly string[];
  readonly top: number;
}

/** Everything that one frame (one drawing of the screen) of `ui` shows. */
export interface UiView {
  readonly heading: string;
  readonly columns: Columns;
  readonly titleOf: (key: string) => string;
  readonly selection: Selection;
  /** Scroll positions: maps the key of a column to the index of its first visible spec. Drawing updates them. */
  readonly tops: Map<string, number>;
  /** Returns the symbol of a blocked spec; an empty text for other specs. */
  readonly markOf: (spec: SpecView) => string;
  readonly digits: number;
  /** The actor who runs `ui`; this actor's own claims are not marked. */
  readonly actor: string;
  /** The text of the selected spec, shown beside or below the board. */
  readonly detail: Pane;
  /** If present, fills the screen instead of the board. */
  readonly full?: Pane;
  /** Output of the last command. */
  readonly output: readonly string[];
  readonly dialog?: Dialog;
  readonly footer: string;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Sizes of the parts of the screen of `ui`. */
export interface UiLayout {
  /** Rows of specs in a column. */
  readonly specRows: number;
  readonly boardWidth: number;
  /** Size of the selected spec's text; absent if there is no room for it. */
  readonly detail?: Size;
}

const NARROWEST_COLUMN = 22;
const WIDE = 110;
const TALL = 22;
const GAP = ' ';

/** Divides the screen of `ui` between the board and the selected spec's text. @param bottom rows of output, dialog and footer. */
export function layoutOf({ columns, rows }: Size, bottom: number): UiLayout {
  const room = Math.max(2, rows - 1 - bottom);
  if (columns >= WIDE) {
    const boardWidth = Math.floor(columns * 0.55);
    return { specRows: room - 1, boardWidth, detail: { columns: columns - boardWidth - 2, rows: room } };
  }
  if (rows < TALL) return { specRows: room - 1, boardWidth: columns };
  const board = Math.ceil(room * 0.5);
  return { specRows: board - 1, boardWidth: columns, detail: { columns, rows: room - board } };
}

/** Draws one frame of `ui`: exactly as many lines as the terminal has rows. */
export function drawUi(view: UiView, size: Size, style: Style): readonly string[] {
  const { columns, rows } = size;
  const fit = (text: string): string => truncate(text, columns, style.symbols.ellipsis);
  const bottom = [
    ...outputLines(view, size, style),
    ...(view.dialog === undefined ? [] : dialogLines(view.dialog, size, style)),
    ...(view.footer === '' ? [] : [style.quiet(fit(view.footer))]),
  ].slice(-Math.max(1, rows - 3));
  const top = style.strong(fit(view.heading));
  const room = rows - 1 - bottom.length;
  if (view.full !== undefined) return [top, ...paneLines(view.full, room), ...bottom];
  const layout = layoutOf(size, bottom.length);
  const board = boardLines(view, layout, style);
  const { detail } = layout;
  const filled = (lines: readonly string[], count: number) =>
    Array.from({ length: Math.max(0, count) }, (_, i) => lines[i] ?? '');
  if (detail === undefined) return [top, ...filled(board, room), ...bottom];
  const text = paneLines(view.detail, detail.rows - (columns >= WIDE ? 0 : 1));
  if (columns < WIDE)
    return [
      top,
      ...filled(board, layout.specRows + 1),
      ...filled([style.quiet(style.symbols.line.repeat(columns)), ...text], room - layout.specRows - 1),
      ...bottom,
    ];
  const bar = style.quiet(style.symbols.vertical);
  const beside = filled(board, room).map(
    (line, i) => `${pad(line, layout.boardWidth)}${bar} ${text[i] ?? ''}`,
  );
  return [top, ...beside, ...bottom];
}

function paneLines({ lines, top }: Pane, room: number): readonly string[] {
  const shown = lines.slice(top, top + room);
  return [...shown, ...Array.from({ length: Math.max(0, room - shown.length) }, () => '')];
}

function boardLines(view: UiView, { specRows, boardWidth }: UiLayout, style: Style): readonly string[] {
  const { columns, selection } = view;
  // An empty column is only as wide as its heading.
  const least = columns.map(({ key, specs }) =>
    specs.length > 0 ? NARROWEST_COLUMN : displayWidth(view.titleOf(key)) + 3,
  );
  const needed = (from: number, to: number) => sumOf(least.slice(from, to)) + GAP.length * (to - from - 1);
  let first = 0;
  while (first < selection.column && needed(first, selection.column + 1) > boardWidth - 1) first++;
  let end = selection.column + 1;
  while (end < columns.length && needed(first, end + 1) <= boardWidth - 1) end++;
  const shown = columns.slice(first, end);
  const filled = shown.filter(({ specs }) => specs.length > 0).length;
  const more = Math.max(0, Math.floor((boardWidth - 1 - needed(first, end)) / Math.max(1, filled)));
  const drawn = shown.map(({ key, specs }, i) => {
    const width = (least[first + i] ?? 0) + (specs.length > 0 ? more : 0);
    const row = selection.column === first + i ? selection.row : -1;
    const top = scrolled(view.tops.get(key) ?? 0, Math.max(0, row), specRows, specs.length);
    if (row >= 0) view.tops.set(key, top);
    const { ellipsis } = style.symbols;
    const before = i === 0 && first > 0 ? `${ellipsis} ` : '';
    const after = i === shown.length - 1 && end < columns.length ? ` ${ellipsis}` : '';
    const title = `${before}${view.titleOf(key)} ${String(specs.length)}`;
    const heading = truncate(title, width - displayWidth(after), ellipsis) + after;
    const lines = specs
      .slice(top, top + specRows)
      .map((spec, at) => specLine(spec, top + at === row, width, view, style));
    return { width, lines: [style.heading(pad(heading, width)), ...lines] };
  });
  return Array.from({ length: specRows + 1 }, (_, at) =>
    drawn.map(({ width, lines }) => lines[at] ?? ' '.repeat(width)).join(GAP),
  );
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function specLine(
  spec: SpecView,
  isSelected: boolean,
  width: number,
  { digits, markOf, actor }: UiView,
  style: Style,
): string {
  const { claim, priority, tags } = spec;
  // A narrow column has little room beside the title.
  const isNarrow = width < 40;
  const person = claim?.by ?? spec.assignee;
  const facts = [
    markOf(spec),
    priority === 'critical' || priority === 'high' ? priority : '',
    metText(spec, ''),
    person === undefined || isSamePerson(person, actor) ? '' : safeText(personText(person)),
    ...(isNarrow ? [] : tags.map((tag) => `#${safeText(tag)}`)),
  ].filter((fact) => fact !== '');
  const share = Math.floor(width / (isNarrow ? 3 : 2));
  const right = truncate(facts.join(' '), share, style.symbols.ellipsis);
  const room = width - 2 - (right === '' ? 0 : displayWidth(right) + 1);
  const left = truncate(`${numberText(spec, digits)} ${safeText(spec.title)}`, room, style.symbols.ellipsis);
  const line = `${isSelected ? '>' : ' '} ${pad(left, room)}${right === '' ? '' : ` ${right}`}`;
  if (isSelected) return style.inverse(line);
  return right === '' ? line : `${line.slice(0, line.length - right.length)}${style.quiet(right)}`;
}

const MOST_OUTPUT = 10;

function outputLines({ output, dialog }: UiView, { columns, rows }: Size, style: Style): readonly string[] {
  if (output.length === 0) return [];
  const most = Math.max(2, Math.min(MOST_OUTPUT, Math.floor(rows / 3)));
  const shown =
    output.length > most
      ? [
          ...output.slice(0, most - 1),
          `${style.symbols.ellipsis} ${dialog === undefined ? 'o shows all' : `${String(output.length - most + 1)} more lines`}`,
        ]
      : output;
  return [
    style.quiet(style.symbols.line.repeat(columns)),
    ...shown.map((line) => truncate(line, columns, style.symbols.ellipsis)),
  ];
}

function dialogLines(dialog: Dialog, { columns, rows }: Size, style: Style): readonly string[] {
  const [first = '', ...more] = dialog.title.split('\n');
  const heading = [style.strong(first), ...more.slice(0, Math.max(1, rows - 12))];
  const fit = (text: string): string => truncate(text, columns, style.symbols.ellipsis);
  const keys = dialogKeys(dialog);
  if (dialog.kind === 'text')
    return [...heading.map(fit), typed(dialog.line, columns, style), style.quiet(keys)];
  const room = Math.max(2, Math.min(dialog.choices.length, Math.floor(rows / 2) - heading.length));
  const top = scrolled(0, dialog.at, room, dialog.choices.length);
  const lines = dialog.choices.slice(top, top + room).map(({ label, isTicked }, i) => {
    const isAt = top + i === dialog.at;
    const box = dialog.isMany ? `${isTicked === true ? '[x]' : '[ ]'} ` : '';
    const line = fit(`${isAt ? '>' : ' '} ${box}${safeText(label)}`);
    return isAt ? style.inverse(line) : line;
  });
  return [...heading.map(fit), ...lines, style.quiet(keys)];
}

function dialogKeys(dialog: Dialog): string {
  if (dialog.kind === 'text') return 'Enter accepts, Escape cancels';
  return dialog.isMany ? 'space ticks, Enter is done, Escape cancels' : 'Enter chooses, Escape cancels';
}

/** Draws a typed line with its cursor. Of a line that is too long, only the part around the cursor is drawn. */
function typed({ text, cursor }: TypedLine, columns: number, style: Style): string {
  const before = safeText(text.slice(0, cursor));
  const [under = ' ', ...after] = [...clusters(safeText(text.slice(cursor)))];
  let shown = before;
  while (displayWidth(shown) > columns - 6) shown = [...clusters(shown)].slice(8).join('');
  const rest = truncate(
    after.join(''),
    Math.max(0, columns - 4 - displayWidth(shown)),
    style.symbols.ellipsis,
  );
  return `> ${shown}${style.colour ? style.inverse(under) : `_${under === ' ' ? '' : under}`}${rest}`;
}
