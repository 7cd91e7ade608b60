import type { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { JsonObject, JsonValue } from '../../domain/value/json.js';
import { fitLines } from './layout/fitLines.js';
import { safeBlock, safeText } from './layout/safeText.js';
import { createStyle } from './layout/style.js';
import type { Terminal } from './layout/terminal.js';

/** What happened, each particular on its own line, what to do next. No final newline. */
export function renderError(error: SpectoolError, hint: string | undefined, terminal: Terminal): string {
  const style = createStyle(terminal);
  const lines = [
    `${style.error('error')} ${safeBlock(error.message)} ${style.quiet(`[${error.code}]`)}`,
    // A message of several lines lists them itself.
    ...(error.message.includes('\n') ? [] : particulars(error.details))
      .filter((line) => hint?.includes(line) !== true)
      .filter((line) => !error.message.includes(line))
      .map((line) => `  ${style.symbols.bullet} ${line}`),
    ...(hint === undefined ? [] : [`${style.hint('hint')}  ${safeBlock(hint)}`]),
  ];
  return fitLines(lines.join('\n'), terminal.columns);
}

export type NoticeKind = 'warning' | 'hint' | 'note';

/** A warning or a note on stderr, in the look of the errors. */
export function renderNotice(kind: NoticeKind, text: string, terminal: Terminal): string {
  const style = createStyle(terminal);
  const paint = { warning: style.warning, hint: style.hint, note: style.quiet }[kind];
  return fitLines(`${paint(kind)} ${safeBlock(text)}`, terminal.columns);
}

export interface ErrorDocument {
  readonly error: {
    /** A constant, listed in docs/errors.md. */
    readonly code: string;
    readonly message: string;
    /** What to do next. */
    readonly hint?: string;
    readonly details?: JsonValue;
  };
}

/** The document `--json` prints on stderr. */
export function errorDocument(error: SpectoolError, hint: string | undefined): ErrorDocument {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(hint === undefined ? {} : { hint: hint }),
      ...(error.details === undefined ? {} : { details: error.details }),
    },
  };
}

/** Lists inside the details (candidates, findings) are worth reading; other details are for programs. */
function particulars(details: JsonValue | undefined): string[] {
  if (isList(details)) return details.map(particular).filter((line) => line !== '');
  if (details === undefined || details === null || typeof details !== 'object') return [];
  return Object.values(details).flatMap((value) => (isList(value) ? particulars(value) : []));
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function particular(item: JsonValue): string {
  if (item === null) return '';
  if (isList(item)) return item.map(particular).join(', ');
  if (typeof item !== 'object') return safeText(String(item));
  const text = (key: string): string => string(item, key);
  const place =
    text('file') === '' ? text('key') : text('file') + (text('line') === '' ? '' : `:${text('line')}`);
  const what = [text('ref'), text('title'), text('path'), text('message'), text('text')].filter(
    (part) => part !== '',
  );
  const allowed = text('allowed') === '' ? '' : ` (allowed: ${text('allowed')})`;
  if (place === '' && what.length === 0) return safeText(JSON.stringify(item));
  return `${place === '' ? '' : `${place}: `}${what.join('  ')}${allowed}`;
}

function string(item: JsonObject, key: string): string {
  const value = Object.hasOwn(item, key) ? item[key] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? safeText(String(value)) : '';
}
