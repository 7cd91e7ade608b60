import { checkboxIn } from '../../domain/criteria/checkboxGrammar.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { DocumentKind } from '../../domain/import/documentKinds.js';
import { foldersAbove, lastNameIn, parentOf } from '../../domain/naming/projectPath.js';
import type { SourceTree } from '../../ports/importSource.js';
import { objectIn, textIn } from './headerFields.js';
import { fieldsOfYaml } from './sourceFields.js';
import { dayIn } from './writtenDays.js';

/** What a tool's list of all documents says of one of them. */
export interface LedgerEntry {
  readonly status: string;
  /** The name of the file. */
  readonly from: string;
  readonly day?: string;
  readonly title?: string;
}

/** Number of lines above a link among which the box of its entry is. */
const ABOVE = 3;

/** Returns the entry of a document in its tool's list; undefined if there is none. @param key the tool's name for the document. */
export function ledgerEntry(
  { ledger, source }: DocumentKind,
  tree: SourceTree,
  path: string,
  key: string,
): LedgerEntry | undefined {
  if (ledger === undefined) return undefined;
  const above = new Set(['', ...foldersAbove(path)]);
  const found = tree.files.map(({ path: one }) => one).filter((one) => ledger.test(one));
  // The list in a folder above the document, else the only one.
  const file =
    found.filter((one) => above.has(parentOf(one))).at(-1) ?? (found.length === 1 ? found[0] : undefined);
  if (file === undefined) return undefined;
  const from = lastNameIn(file);
  try {
    const text = tree.text(file) ?? '';
    if (file.endsWith('.yaml')) return statusInYaml(tree, text, path, key, from);
    return source === 'gsd' ? phaseIn(text, key, from) : trackIn(text, key, from);
  } catch (error) {
    // A list that cannot be read says nothing.
    if (error instanceof SpectoolError) return undefined;
    throw error;
  }
}

function statusInYaml(
  tree: SourceTree,
  text: string,
  path: string,
  key: string,
  from: string,
): LedgerEntry | undefined {
  const all = objectIn(fieldsOfYaml(tree, text)['development_status']);
  const stem = lastNameIn(path).replace(/\.md$/, '');
  const start = `${key.replace('.', '-')}-`;
  const names = Object.keys(all).filter((name) => name.startsWith(start));
  const status = textIn(all[stem] ?? (names.length === 1 ? all[names[0] ?? ''] : undefined));
  return status === undefined ? undefined : { status, from };
}

/** The entry of a track: a heading or list item with a box, and a link to the folder of the track. */
function trackIn(text: string, key: string, from: string): LedgerEntry | undefined {
  const lines = text.split(/\r?\n/);
  const at = lines.findIndex((line) => line.includes(`/${key}/`) || line.includes(`/${key})`));
  for (let i = at; i >= Math.max(0, at - ABOVE); i -= 1) {
    const status = statusOf(lines[i] ?? '');
    if (status !== undefined) return { status, from };
  }
  return undefined;
}

/** The entry of a phase: `- [x] **Phase 1: Input**`, or a row of the table of progress. */
function phaseIn(text: string, key: string, from: string): LedgerEntry | undefined {
  const [, number] = /^(?:phase-)?0*(\d+(?:\.\d+)?)/.exec(key) ?? [];
  if (number === undefined) return undefined;
  const phase = `0*${number.replace('.', '\\.')}`;
  const item = new RegExp(`^\\s*[-*] \\[.\\].*\\bphase ${phase}\\b[:.]?\\s*([^*(]*)`, 'i');
  const row = new RegExp(`^\\|\\s*(?:phase )?${phase}[.|:\\s]\\s*\\|?([^|]*)\\|`, 'i');
  const lines = text.split(/\r?\n/);
  const line = lines.find((one) => item.test(one));
  const cells = lines.find((one) => row.test(one));
  const [, named = ''] = item.exec(line ?? '') ?? row.exec(cells ?? '') ?? [];
  const title = named
    .replace(/\s[\u2013\u2014-]\s.*$/, '')
    .replaceAll('*', '')
    .trim();
  const [, word] =
    /\|\s*\W*(complete|completed|executed|done|shipped|in progress|planned|not started)\b/i.exec(
      cells ?? '',
    ) ?? [];
  const status =
    [line, cells].flatMap((one) => statusOf(one ?? '') ?? []).find((one) => one !== 'planned') ?? word;
  const day = dayIn(line) ?? dayIn(cells);
  return {
    status:
      status === 'executed' ? 'done' : (status ?? 'planned').toLowerCase().replace('not started', 'planned'),
    from,
    ...(day !== undefined && { day }),
    ...(title !== '' && { title }),
  };
}

/** The status that the box of an entry shows; undefined without a box. */
function statusOf(line: string): string | undefined {
  const [, mark] = /^\s*(?:#+|[-*])\s*\[(.)\]/.exec(line) ?? [];
  if (mark === undefined) return undefined;
  if (/[xX]/.test(mark)) return 'done';
  return mark === '~'
    ? 'in progress'
    : checkboxIn(line) === undefined && mark !== ' '
      ? undefined
      : 'planned';
}
