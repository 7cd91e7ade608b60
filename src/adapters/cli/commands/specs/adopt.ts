import type {
  AdoptedFolderReport,
  AdoptFoldersResult,
} from '../../../../application/adoption/adoptFolders.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { IMPORTED_STATUSES, ADOPTED_KIND_NAMES } from '../../../../domain/project/configuration.js';
import { firstOf, groupBy, largestNumber } from '../../../../domain/value/collections.js';
import { cutText } from '../../../../domain/value/text.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, repeatedFlag, switchFlag, textFlag, statusPairs } from '../../flagsAndArguments.js';
import { safeText } from '../../layout/terminalText.js';

/** The number of names that a line lists. */
const NAMED = 3;

function adoptText({ folders, dryRun, stopped, settled }: AdoptFoldersResult): string {
  const paths = folders.map(({ path }) => safeText(path));
  if (stopped === true)
    return `No longer adopted: ${paths.join(', ')}. The log keeps what is known of these specs.`;
  const next = [
    `spectool adopt ${paths.join(' ')} --apply`,
    ...(folders.some(({ shipped }) => shipped.length > 0) ? ['[--settle shipped]'] : []),
    ...(folders.some(({ words }) => words.some(({ status }) => status === null))
      ? ['[--word WORD=STATUS]']
      : []),
  ];
  const isKept = folders.every(({ adopted }) => adopted !== undefined);
  const end =
    dryRun === true
      ? isKept
        ? `Nothing was written. ${folders.length === 1 ? 'The folder is' : 'The folders are'} adopted already.`
        : `Nothing was written. Keep it: ${next.join(' ')}`
      : `Adopted ${paths.join(', ')}.${settled === undefined ? '' : ` Completed ${String(settled)} that look shipped.`} See them: spectool list`;
  return [...folders.map(folderText), end].join('\n');
}

function folderText(folder: AdoptedFolderReport): string {
  const { path, kind, files, specs, statuses, shipped, planned, words, boxes, leftOut, wrongSigns } = folder;
  const { adopted, notRead } = folder;
  const rows: (readonly [string, string] | false)[] = [
    count('complete', statuses.complete),
    count('archived', statuses.archived),
    count('in progress', inProgress(folder)),
    shipped.length > 0 && [
      'looks shipped',
      `${String(shipped.length)}  came to the main line in one commit with most of the files they name (here this sign is wrong in ${percent(wrongSigns)})`,
    ],
    planned.length > 0 && [
      'planned',
      `${String(planned.length)}  ${firstOf(
        planned.map((title) => safeText(cutText(title, 40))),
        NAMED,
      )}`,
    ],
    words.length > 0 && [
      'words found',
      words
        .slice(0, 8)
        .map(
          ({ word, count: n, status }) =>
            `${safeText(word)} ${String(n)}${status === null ? ' (no status)' : ` → ${status}`}`,
        )
        .join(' · '),
    ],
    boxes.documents > 0 && [
      'boxes',
      `used in ${String(boxes.used)} of ${String(boxes.documents)} documents${boxes.count ? '' : ': open boxes say nothing here'}`,
    ],
    notRead.length > 0 && ['not read', `${String(notRead.length)}  ${safeText(firstOf(notRead, NAMED))}`],
    adopted !== undefined && [
      'not recorded',
      `${String(adopted.new)} new, ${String(adopted.changed)} changed, ${String(adopted.deleted)} deleted`,
    ],
    leftOut.length > 0 && ['left out', `${String(leftOut.length)}  ${reasons(leftOut)}`],
  ];
  const shown = rows.filter((row) => row !== false);
  const width =
    largestNumber(
      shown.map(([name]) => name.length),
      0,
    ) + 2;
  return [
    `${safeText(path)}: ${String(files)} ${files === 1 ? 'document' : 'documents'} of ${kind}, ${String(specs)} ${specs === 1 ? 'spec' : 'specs'}${adopted === undefined ? '' : ', adopted already'}`,
    ...shown.map(([name, text]) => `${name.padEnd(width)}${text}`),
  ].join('\n');
}

/** Returns the number of specs in progress, without those that are shown as shipped. */
function inProgress({ specs, statuses, planned, shipped }: AdoptedFolderReport): number {
  return specs - (statuses.complete ?? 0) - (statuses.archived ?? 0) - planned.length - shipped.length;
}

function count(name: string, number = 0): readonly [string, string] | false {
  return number > 0 && [name, String(number)];
}

function percent(share: number): string {
  return share === 0 ? 'none of the cases tested' : `about 1 of ${String(Math.round(1 / share))}`;
}

function reasons(leftOut: AdoptedFolderReport['leftOut']): string {
  return groupBy(leftOut, ({ why }) => why)
    .map(
      (some) =>
        `${some[0]?.why ?? ''} (${firstOf(
          some.map(({ path }) => safeText(path)),
          NAMED,
        )})`,
    )
    .join(', ');
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
    ['Keep it, and complete what looks shipped', 'spectool adopt docs/superpowers --apply --settle shipped'],
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
    settle: textFlag(
      '--settle SIGN',
      'with --apply and SIGN shipped, complete the specs that came to the main line with their files',
    ),
    stop: switchFlag('--stop', 'end the adoption of the folders'),
    words: repeatedFlag(
      '--word WORD=STATUS,…',
      `documents whose status is WORD have the status STATUS: ${IMPORTED_STATUSES.join(', ')}`,
      statusPairs('--word'),
    ),
  },
  writes: true,
  asFlags: (request: object, useCase) =>
    useCase === 'settleShipped' ? { ...request, apply: true, settle: 'shipped' } : request,
  runs: ['adoptFolders', 'settleShipped'],
  run: async ({ adoptFolders, settleShipped }, { settle, ...request }): Promise<AdoptFoldersResult> => {
    if (settle !== undefined && (settle !== 'shipped' || !request.apply))
      throw new SpectoolError('USAGE', `--settle ${safeText(settle)} is not possible.`, {
        hint: 'Use --settle shipped together with --apply.',
      });
    const result = await adoptFolders.execute(request);
    if (settle === undefined) return result;
    const { settled = 0 } = await settleShipped.execute({ paths: request.paths });
    return { ...result, settled };
  },
  render: adoptText,
});
