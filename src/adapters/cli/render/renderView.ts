import type { JsonValue } from '../../../domain/value/json.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { safeBlock, safeText } from '../layout/safeText.js';
import { problemText } from '../layout/specCells.js';
import { createStyle, type Style } from '../layout/style.js';
import type { Terminal } from '../layout/terminal.js';
import { pad } from '../layout/width.js';
import { wrapSpans } from '../layout/wrap.js';

export interface ViewedSpec {
  readonly spec: SpecView;
  /** Markdown below the frontmatter, or the one section or file asked for. */
  readonly body: string;
  /** All files of the folder; those beside the default file are listed at the end. */
  readonly files?: readonly string[];
}

/** Lays Markdown out for a terminal with a width. */
export type MarkdownRenderer = (text: string, terminal: Terminal) => string;

/** One spec: its fields, then its text. Without a renderer the Markdown stays Markdown. No final newline. */
export function renderView(view: ViewedSpec, terminal: Terminal, markdown?: MarkdownRenderer): string {
  const style = createStyle(terminal);
  const text = withoutTitle(view);
  const body = markdown === undefined ? safeBlock(text).trim() : markdown(text, terminal);
  const others = (view.files ?? []).slice(1);
  return [
    ...header(view.spec, style, terminal),
    '',
    ...(body === '' ? [style.quiet('(no text yet)')] : [body]),
    ...(others.length === 0
      ? []
      : [
          '',
          style.quiet(`Further files: ${others.map(safeText).join(', ')}  (spectool view … --file NAME)`),
        ]),
  ].join('\n');
}

/** The header shows the title already. */
function withoutTitle({ body, spec }: ViewedSpec): string {
  const text = body.trimStart();
  const end = text.indexOf('\n');
  const first = end < 0 ? text : text.slice(0, end);
  return first.startsWith('# ') && first.slice(2).trim() === spec.title ? text.slice(first.length) : body;
}

function header(spec: SpecView, style: Style, terminal: Terminal): string[] {
  const facts: [string, string][] = [];
  const add = (name: string, value: string): void => {
    if (value !== '') facts.push([name, value]);
  };
  const status = spec.broken === true ? style.mark('broken') : style.status(spec.status);
  add('status', spec.archived ? `${status}  ${style.mark('archived')}` : status);
  add('priority', spec.priority === undefined ? '' : style.priorityPaint(spec.priority)(spec.priority));
  add('tags', spec.tags.map((tag) => style.tag(safeText(tag))).join(', '));
  add('assignee', safeText(spec.assignee ?? ''));
  add('reviewer', safeText(spec.reviewer ?? ''));
  add('created', spec.created ?? '');
  add('updated', safeText(spec.updated ?? ''));
  add('completed', spec.completed ?? '');
  add('depends on', spec.dependsOn.map((ref) => style.ref(safeText(ref))).join(', '));
  add('related', spec.related.map((ref) => style.ref(safeText(ref))).join(', '));
  for (const [name, value] of Object.entries(spec.fields)) add(safeText(name), fieldText(value));
  const width = facts.reduce((most, [name]) => Math.max(most, name.length), 0);
  const lines = [
    ...wrapSpans([{ text: safeText(spec.title), paint: style.heading }], terminal.columns),
    style.path(safeText(spec.path)),
    '',
    ...facts.map(([name, value]) => `${style.quiet(pad(name, width))}  ${value}`),
  ];
  const problem = problemText(spec);
  if (problem !== '') lines.push('', ...wrapSpans([{ text: problem, paint: style.error }], terminal.columns));
  return lines;
}

function fieldText(value: JsonValue): string {
  if (Array.isArray(value)) return value.map((item) => fieldText(item as JsonValue)).join(', ');
  return safeText(typeof value === 'string' ? value : JSON.stringify(value));
}
