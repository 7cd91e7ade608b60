import type {
  AdoptedFolderReport,
  AdoptFoldersResult,
} from '../../../../application/adoption/adoptFolders.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { IMPORTED_STATUSES, ADOPTED_KIND_NAMES } from '../../../../domain/project/configuration.js';
import { firstOf, groupBy, largestNumber } from '../../../../domain/value/collections.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, repeatedFlag, switchFlag, textFlag, statusPairs } from '../../flagsAndArguments.js';
import { safeText, truncate } from '../../layout/terminalText.js';

/** The number of names that a line lists. */
const NAMED = 3;

function adoptText({ folders, dryRun, stopped, settled }: AdoptFoldersResult): string {
  const paths = folders.map(({ path }) => safeText(path)).join(', ');
  if (stopped === true) return `No longer adopted: ${paths}. The log keeps what is known of these specs.`;
  const completed = settled === undefined ? '' : ` Completed ${String(settled)} that look shipped.`;
  const end = dryRun === true ? [] : [`Adopted ${paths}.${completed} See them: spectool list`];
  return [...folders.map(folderText), ...end].join('\n');
}

function folderText(folder: AdoptedFolderReport): string {
  const { adopted, boxes, files, kind, leftOut, notRead, path, planned, shipped } = folder;
  const { specs, statuses, words, wrongSigns } = folder;
  const { complete = 0, archived = 0 } = statuses;
  const wrong =
    wrongSigns === 0 ? 'none of the cases tested' : `about 1 of ${String(Math.round(1 / wrongSigns))}`;
  const isUnknown = words.some(({ status }) => status === null);
  const said = words.slice(0, 8).map(({ word, count, status }) => {
    return `${safeText(word)} ${String(count)}${status === null ? ' (no status)' : ` → ${status}`}`;
  });
  const reasons = groupBy(leftOut, ({ why }) => why).map(
    (some) => `${some[0]?.why ?? ''} (${named(some.map((one) => one.path))})`,
  );
  const rows = [
    counted('complete', complete),
    counted('archived', archived),
    // Those that look shipped are in a row of their own.
    counted('in progress', specs - complete - archived - planned.length - shipped.length),
    counted(
      'looks shipped',
      shipped.length,
      `most of the files they name were changed with or soon after them (here this sign is wrong in ${wrong}); --settle shipped completes them`,
    ),
    counted('planned', planned.length, named(planned.map((title) => truncate(title, 40)))),
    ['words found', `${said.join(' · ')}${isUnknown ? '; --word WORD=STATUS gives one' : ''}`],
    [
      'boxes',
      boxes.documents === 0
        ? ''
        : `used in ${String(boxes.used)} of ${String(boxes.documents)} documents${boxes.count ? '' : ': open boxes say nothing here'}`,
    ],
    counted('not read', notRead.length, named(notRead)),
    counted('left out', leftOut.length, reasons.join(', ')),
  ].filter(([, text]) => text !== '');
  const width = largestNumber(rows.map(([name = '']) => name.length)) + 2;
  const lines = rows.map(([name = '', text = '']) => name.padEnd(width) + text);
  const what = `${String(files)} ${files === 1 ? 'document' : 'documents'} of ${kind}, ${String(specs)} ${specs === 1 ? 'spec' : 'specs'}`;
  return [`${safeText(path)}: ${what}${adopted === undefined ? '' : ', adopted already'}`, ...lines].join(
    '\n',
  );
}

/** Returns a row with a number, which is not shown if it is 0. */
function counted(name: string, count: number, text = ''): readonly string[] {
  return [name, count === 0 ? '' : `${String(count)}  ${text}`.trimEnd()];
}

function named(names: readonly string[]): string {
  return firstOf(names.map(safeText), NAMED);
}

export const adoptCommand = defineCommand({
  name: 'adopt',
  group: 'Specs',
  purpose: 'make specs of plans of other tools, where they are',
  details: `
      Shows what the documents below PATH would be as specs: how they belong together, their statuses and status words. With
      --apply, they are specs from then on, new ones included, and every command works with them. Their files stay as they are;
      only \`check\` writes, and only the character in a checkbox. Everything else is kept in the log of spectool.
    `,
  examples: [
    ['See what is there', 'spectool adopt docs/superpowers'],
    ['Keep it, and complete what looks shipped', 'spectool adopt docs/superpowers --settle shipped'],
    ['Accepted records are complete', 'spectool adopt docs/adr --word accepted=complete --apply'],
    ['End it', 'spectool adopt docs/superpowers --stop'],
  ],
  takes: {
    paths: argument('PATH…'),
    kind: textFlag(
      '--kind KIND',
      `kind of the documents: ${ADOPTED_KIND_NAMES.join(', ')}; detected by default`,
    ),
    apply: switchFlag('--apply', 'keep the folders as specs; by default the command only shows them'),
    settle: textFlag('--settle SIGN', 'with SIGN shipped, keep the folders, and complete what looks shipped'),
    stop: switchFlag('--stop', 'end the adoption of the folders'),
    words: repeatedFlag(
      '--word WORD=STATUS,…',
      `documents whose status is WORD have the status STATUS: ${IMPORTED_STATUSES.join(', ')}`,
      statusPairs('--word'),
    ),
  },
  writes: true,
  asFlags: (request: object, useCase) =>
    useCase === 'settleShipped' ? { ...request, settle: 'shipped' } : request,
  runs: ['adoptFolders', 'settleShipped'],
  run: async ({ adoptFolders, settleShipped }, { settle, ...request }): Promise<AdoptFoldersResult> => {
    if (settle !== undefined && settle !== 'shipped')
      throw new SpectoolError('USAGE', `--settle ${safeText(settle)} is not possible.`, {
        hint: 'Use --settle shipped.',
      });
    const result = await adoptFolders.execute({ ...request, apply: request.apply || settle !== undefined });
    if (settle === undefined) return result;
    const { settled = 0 } = await settleShipped.execute({ paths: request.paths });
    return { ...result, settled };
  },
  render: adoptText,
});
