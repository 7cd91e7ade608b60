import { BLANK_BOX } from '../../domain/criteria/checkboxGrammar.js';
import { checkboxesOf } from '../../domain/criteria/checkboxes.js';
import { titleHeading, titleOf } from '../../domain/document/sections/title.js';
import { taskState } from '../../domain/import/fileHistory.js';
import type { Recognition } from '../../domain/import/chooseSource.js';
import type { ImportedFile } from '../../domain/import/importedDocument.js';
import { timestampOf } from '../../domain/naming/formerPrefix.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import { DEFAULT_CONFIG } from '../../domain/project/configuration.js';
import type { SourceTree } from '../../ports/importSource.js';

/**
 * Returns how reliably a tree is recognised.
 * @param mark paths that only the tool creates.
 * @param otherwise the reliability without such paths.
 */
export function recognised(
  { files }: SourceTree,
  documents: readonly string[],
  mark: RegExp,
  otherwise: Recognition['surety'] = 'layout',
): Recognition {
  return { surety: files.some(({ path }) => mark.test(path)) ? 'tool' : otherwise, documents };
}

/** Returns the files beside a document in its folder, without hidden files, which belong to other programs. */
export function filesBeside(tree: SourceTree, document: string): readonly ImportedFile[] {
  const folder = parentOf(document);
  const prefix = folder === '' ? '' : `${folder}/`;
  return tree.below(folder).flatMap((path) => {
    if (path === document) return [];
    const name = path.slice(prefix.length);
    return name.split('/').some((part) => part.startsWith('.')) ? [] : [{ from: path, name }];
  });
}

/** Returns the status that follows from the ticked checkboxes of a task list; undefined if there are no tasks. */
export function tickedStatus(
  text: string | undefined,
  source: string,
): { readonly status: string; readonly from: string } | undefined {
  const tasks = checkboxesOf(text ?? '')
    .filter((one) => !BLANK_BOX.test(one.text))
    .map(({ box }) => taskState(box, source));
  if (tasks.length === 0) return undefined;
  const ticked = tasks.filter((state) => state === 'done').length;
  const isBegun = tasks.some((state) => state !== 'open');
  const status = ticked === tasks.length ? 'complete' : isBegun ? 'in progress' : 'planned';
  return { status, from: `tasks ${String(ticked)}/${String(tasks.length)}` };
}

/** Returns the title in the first heading; undefined if the heading is `generic`, that is, it only names the kind of document. */
export function titleIn(body: string, generic: RegExp): string | undefined {
  const heading = titleHeading(body);
  if (heading === undefined || generic.test(heading.heading.trim())) return undefined;
  const title = titleOf({ text: body, bodyStart: 0 }, '');
  return title === '' ? undefined : title;
}

/**
 * Splits a folder name into number and words, such as `859-kubectl-headers`; a timestamp as in `20260319-143022-login` is dropped.
 */
export function numbered(name: string): { readonly number?: number; readonly words: string } {
  const rest = timestampOf(name, DEFAULT_CONFIG.structure.sequenceDigits)?.rest ?? name;
  const [, number, words = ''] = /^(\d{1,6})[-_. ]+(.+)$/.exec(rest) ?? [];
  return number === undefined ? { words: rest } : { number: Number(number), words };
}
