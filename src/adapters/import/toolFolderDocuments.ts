import { isBlankText } from '../../domain/criteria/checkboxGrammar.js';
import { checkboxesOf } from '../../domain/criteria/checkboxes.js';
import { titleHeading, titleOf } from '../../domain/document/sections/title.js';
import { taskState } from '../../domain/import/fileHistory.js';
import type { Recognition } from '../../domain/import/chooseImportSource.js';
import type { ImportedFile } from '../../domain/import/importedDocument.js';
import { timestampOf } from '../../domain/naming/folderNamePrefixes.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import { DEFAULT_CONFIG } from '../../domain/project/configuration.js';
import type { SourceTree } from '../../ports/importSource.js';

/**
 * Returns how reliably a folder tree is recognized as the work of a tool.
 * @param mark matches paths that only the tool creates.
 * @param otherwise how reliably a tree without such paths is recognized.
 */
export function recognised(
  { files }: SourceTree,
  documents: readonly string[],
  mark: RegExp,
  otherwise: Recognition['surety'] = 'layout',
): Recognition {
  return { surety: files.some(({ path }) => mark.test(path)) ? 'tool' : otherwise, documents };
}

/** Returns the files of a tool in folders that have no document. @param pattern matches files of the tool. */
export function besides(
  { files }: SourceTree,
  documents: readonly string[],
  pattern: RegExp,
): readonly string[] {
  const folders = new Set(documents.map(parentOf));
  return files.flatMap(({ path }) => (pattern.test(path) && !folders.has(parentOf(path)) ? [path] : []));
}

/** Returns the other files in a document's folder, without hidden files, which belong to other programs. */
export function filesBeside(tree: SourceTree, document: string): readonly ImportedFile[] {
  const folder = parentOf(document);
  const prefix = folder === '' ? '' : `${folder}/`;
  return tree.below(folder).flatMap((path) => {
    if (path === document) return [];
    const name = path.slice(prefix.length);
    return name.split('/').some((part) => part.startsWith('.')) ? [] : [{ from: path, name }];
  });
}

/**
 * Returns the status that follows from how many checkboxes of a task list are ticked; undefined if there are no checkboxes.
 * @param task matches the tasks among other checkboxes, if there are such.
 */
export function tickedStatus(
  text: string | undefined,
  source: string,
  task?: RegExp,
): { readonly status: string; readonly from: string } | undefined {
  const boxes = checkboxesOf(text ?? '').filter((one) => !isBlankText(one.text));
  const named = task === undefined ? [] : boxes.filter((one) => task.test(one.text));
  const tasks = (named.length > 0 ? named : boxes).map(({ box }) => taskState(box, source));
  if (tasks.length === 0) return undefined;
  const ticked = tasks.filter((state) => state === 'done').length;
  const isBegun = tasks.some((state) => state !== 'open');
  const status = ticked === tasks.length ? 'complete' : isBegun ? 'in progress' : 'planned';
  return { status, from: `tasks ${String(ticked)}/${String(tasks.length)}` };
}

/**
 * Returns the title from the first heading. Undefined if the heading matches `generic`: it then names only the kind of document.
 */
export function titleIn(body: string, generic: RegExp): string | undefined {
  const heading = titleHeading(body);
  if (heading === undefined || generic.test(heading.heading.trim())) return undefined;
  const title = titleOf({ text: body, bodyStart: 0 }, '');
  return title === '' ? undefined : title;
}

/**
 * Splits a folder name such as `859-kubectl-headers` into number and words; a timestamp, as in `20260319-143022-login`, is
 * dropped.
 */
export function numbered(name: string): { readonly number?: number; readonly words: string } {
  const rest = timestampOf(name, DEFAULT_CONFIG.structure.sequenceDigits)?.rest ?? name;
  // A part of a number, as in `04.1-tests`, is no number of its own.
  const [, number, part, words = ''] = /^(\d{1,6})(\.\d+)?[-_. ]+(.+)$/.exec(rest) ?? [];
  if (number === undefined) return { words: rest };
  return part === undefined ? { number: Number(number), words } : { words };
}
