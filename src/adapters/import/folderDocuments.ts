import { proseLines } from '../../domain/document/proseLines.js';
import { titleHeading, titleOf } from '../../domain/document/title.js';
import type { ImportedFile } from '../../domain/import/importedDocument.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import type { SourceTree } from '../../ports/import/importSource.js';

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

const BOX = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s/;

/** How far the boxes of a task list are ticked, and the status that says; undefined where there is none. */
export function tickedStatus(
  text: string | undefined,
): { readonly status: string; readonly from: string } | undefined {
  const boxes = [...proseLines(text ?? '')].flatMap(({ text: line }) => BOX.exec(line)?.[1] ?? []);
  if (boxes.length === 0) return undefined;
  const ticked = boxes.filter((box) => box !== ' ').length;
  const status = ticked === boxes.length ? 'complete' : ticked > 0 ? 'in progress' : 'planned';
  return { status, from: `tasks ${String(ticked)}/${String(boxes.length)}` };
}

/** Its first heading, where that names it; `generic` ones only say what kind of document it is. */
export function titleIn(body: string, generic: RegExp): string | undefined {
  const heading = titleHeading(body);
  if (heading === undefined || generic.test(heading.heading.trim())) return undefined;
  const title = titleOf({ text: body, bodyStart: 0 }, '');
  return title === '' ? undefined : title;
}

/** Number and words of a folder's name: `859-kubectl-headers`. */
export function numbered(name: string): { readonly number?: number; readonly words: string } {
  const [, number, words = ''] = /^(\d{1,6})[-_. ]+(.+)$/.exec(name) ?? [];
  return number === undefined ? { words: name } : { number: Number(number), words };
}
