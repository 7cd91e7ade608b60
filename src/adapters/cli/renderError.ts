import {
  ERROR_CODES,
  type ErrorClass,
  type ErrorCode,
  type SpectoolError,
} from '../../domain/errors/spectoolError.js';
import { isList, type JsonObject, type JsonValue } from '../../domain/value/jsonValue.js';
import { fitLines, safeBlock, safeText } from './layout/terminalText.js';
import { withLocalTimes } from './layout/localTimes.js';
import { createStyle, type Terminal } from './layout/terminalStyle.js';

/** Renders an error for standard error: the message, one line per detail, then the hint. No final newline. */
export function renderError(error: SpectoolError, hint: string | undefined, terminal: Terminal): string {
  const style = createStyle(terminal);
  const lines = [
    `${style.error('error')} ${style.quiet(`[${error.code}]`)} ${safeBlock(withLocalTimes(error.message))}`,
    // Leave out the details if the message has several lines, because it then already contains them.
    ...(error.message.includes('\n') ? [] : particulars(error.details))
      .filter((line) => hint?.includes(line) !== true)
      .filter((line) => !error.message.includes(line))
      .map((line) => `  ${style.symbols.bullet} ${line}`),
    ...(hint === undefined ? [] : [`${style.hint('hint')}  ${safeBlock(hint)}`]),
  ];
  return fitLines(lines.join('\n'), terminal.columns);
}

export type NoticeKind = 'warning' | 'hint' | 'note';

/** Renders a warning, note or hint for standard error, in the style of errors. */
export function renderNotice(kind: NoticeKind, text: string, terminal: Terminal): string {
  const style = createStyle(terminal);
  const paint = { warning: style.warning, hint: style.hint, note: style.quiet }[kind];
  return fitLines(`${paint(kind)} ${safeBlock(withLocalTimes(text))}`, terminal.columns);
}

export interface ErrorDocument {
  readonly error: {
    /** The error code, such as `NOT_A_PROJECT`; docs/reference.md lists all codes. */
    readonly code: string;
    readonly message: string;
    /** What the user can do next. */
    readonly hint?: string;
    readonly details?: JsonValue;
  };
}

/** Returns the error as the document that `--json` prints on standard error. */
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

/**
 * Returns a line for each item of the lists in an error's details (candidates, findings). Other details are only for programs,
 * which read them from the JSON.
 */
function particulars(details: JsonValue | undefined): string[] {
  if (details === undefined || details === null || typeof details !== 'object') return [];
  if (isList(details)) return details.map(particular).filter((line) => line !== '');
  return Object.values(details).flatMap((value) => (isList(value) ? particulars(value) : []));
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

const EXIT_CODES: Readonly<Record<ErrorClass, number>> = { refused: 1, usage: 2, unusable: 3, busy: 4 };

/** Maps an error code to the exit code of the process. */
export function exitCodeOf(code: ErrorCode): number {
  return EXIT_CODES[ERROR_CODES[code]];
}
