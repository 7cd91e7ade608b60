import { BLANK_BOX } from '../../domain/criteria/boxGrammar.js';
import { checkboxesOf } from '../../domain/criteria/checkboxes.js';
import { titleHeading, titleOf } from '../../domain/document/sections/title.js';
import { taskState } from '../../domain/import/fileHistory.js';
import type { Recognition } from '../../domain/import/chooseSource.js';
import type { ImportedFile } from '../../domain/import/importedDocument.js';
import { timestampOf } from '../../domain/naming/oldPrefix.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import { DEFAULT_CONFIG } from '../../domain/project/configuration.js';
import type { SourceTree } from '../../ports/importSource.js';

/** @param mark files that its tool alone makes. @param otherwise how sure it is without them. */
export function recognised(
  { files }: SourceTree,
  documents: readonly string[],
  mark: RegExp,
  otherwise: Recognition['surety'] = 'layout',
): Recognition {
  return { surety: files.some(({ path }) => mark.test(path)) ? 'tool' : otherwise, documents };
}

/** Files of a folder besides its document; what begins with a dot is some program's own. */
export function filesBeside(tree: SourceTree, document: string): readonly ImportedFile[] {
  const folder = parentOf(document);
  const prefix = folder === '' ? '' : `${folder}/`;
  return tree.below(folder).flatMap((path) => {
    if (path === document) return [];
    const name = path.slice(prefix.length);
    return name.split('/').some((part) => part.startsWith('.')) ? [] : [{ from: path, name }];
  });
}

/** How far the boxes of a tool's task list are ticked, and the status that says; undefined where there is none. */
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

/** Its first heading, where that names it; `generic` ones only say what kind of document it is. */
export function titleIn(body: string, generic: RegExp): string | undefined {
  const heading = titleHeading(body);
  if (heading === undefined || generic.test(heading.heading.trim())) return undefined;
  const title = titleOf({ text: body, bodyStart: 0 }, '');
  return title === '' ? undefined : title;
}

/** Number and words of a folder's name: `859-kubectl-headers`, `20260319-143022-login`. */
export function numbered(name: string): { readonly number?: number; readonly words: string } {
  const rest = timestampOf(name, DEFAULT_CONFIG.structure.sequenceDigits)?.rest ?? name;
  const [, number, words = ''] = /^(\d{1,6})[-_. ]+(.+)$/.exec(rest) ?? [];
  return number === undefined ? { words: rest } : { number: Number(number), words };
}
