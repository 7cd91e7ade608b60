import { displayWidth } from '../../../src/adapters/cli/layout/terminalText.js';

/** The colours of the picture, by the numbers of the escape sequences that choose them. */
const COLOURS: Readonly<Record<string, string>> = {
  '31': '#ff7b72',
  '32': '#7ee787',
  '33': '#e3b341',
  '34': '#79c0ff',
  '35': '#d2a8ff',
  '36': '#76e3ea',
};
const [BACKGROUND, TEXT, QUIET] = ['#0d1117', '#e6edf3', '#8b949e'];
const [CELL, LINE, MARGIN] = [8.4, 18, 12];

interface Run {
  readonly text: string;
  readonly column: number;
  readonly on: ReadonlySet<string>;
}

/** Draws as SVG what `ui` has on its screen after this output: each line is written whole, at the beginning of its row. */
export function pictureOf(output: string, columns: number, rows: number): string {
  const lines = new Map<number, string>();
  for (const [, row, line = ''] of output.matchAll(/\x1b\[(\d+);1H\x1b\[K([^]*?)(?=\x1b\[\d+;1H|$)/gu))
    lines.set(Number(row), line);
  const drawn = [...lines].flatMap(([row, line]) => runsIn(line).map((run) => drawRun(run, row)));
  const [width, height] = [columns * CELL + 2 * MARGIN, rows * LINE + 2 * MARGIN];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${String(height)}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" xml:space="preserve">`,
    `<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>`,
    ...drawn,
    '</svg>',
  ].join('\n')}\n`;
}

function runsIn(line: string): readonly Run[] {
  const on = new Set<string>();
  const runs: Run[] = [];
  let column = 0;
  for (const [, codes, text] of line.matchAll(/\x1b\[([\d;]*)[A-Za-z]|([^\x1b]+)/gu)) {
    if (text !== undefined) {
      runs.push({ text, column, on: new Set(on) });
      column += displayWidth(text);
    } else for (const code of codes === '' ? ['0'] : (codes?.split(';') ?? [])) change(on, code);
  }
  return runs.filter((run) => run.text.trim() !== '' || run.on.has('7'));
}

function change(on: Set<string>, code: string): void {
  if (code === '0') on.clear();
  else if (code === '22') for (const one of ['1', '2']) on.delete(one);
  else if (code === '27') on.delete('7');
  else if (code === '39') for (const one of Object.keys(COLOURS)) on.delete(one);
  else on.add(code);
}

function drawRun({ text, column, on }: Run, row: number): string {
  const [x, y] = [MARGIN + column * CELL, MARGIN + row * LINE];
  const width = (displayWidth(text) * CELL).toFixed(1);
  const colour = [...on].map((code) => COLOURS[code]).find((one) => one !== undefined);
  const fill = on.has('7') ? BACKGROUND : (colour ?? (on.has('2') ? QUIET : TEXT));
  const behind = on.has('7')
    ? `<rect x="${x.toFixed(1)}" y="${String(y - 14)}" width="${width}" height="${String(LINE)}" fill="${TEXT}"/>`
    : '';
  const words = text
    // Browsers drop blanks at the end of a text, which counts for its length.
    .replaceAll(' ', '\u00a0')
    .replace(/[&<>]/gu, (one) => `&#${String(one.charCodeAt(0))};`);
  const weight = on.has('1') ? ' font-weight="bold"' : '';
  return `${behind}<text x="${x.toFixed(1)}" y="${String(y)}" textLength="${width}" fill="${fill}"${weight}>${words}</text>`;
}
