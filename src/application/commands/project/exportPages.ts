import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import {
  childOf,
  isProjectPath,
  parentOf,
  isUnseenFolder,
  outsideProject,
  typedPath,
} from '../../../domain/naming/projectPath.js';
import { asWritten, link } from '../../../domain/document/markdownText.js';
import { BOUNDS } from '../../../domain/value/bounds.js';
import { cutText } from '../../../domain/value/text.js';
import { type Area, currentPage, currentState, HEADING } from '../../projections/currentPage.js';
import { pageLinks, specIndex } from '../../projections/specIndex.js';
import type { Services } from '../../services.js';
import { SetupChanges } from '../../setup/setupChanges.js';
import { flag, positive, text, type Warning, useCase } from '../../useCase.js';

/** A generated page: its path, relative to the root, and its Markdown. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

export interface ExportPagesResult {
  /** Paths of all pages. */
  readonly pages: readonly string[];
  /** Pages that were written or, with `check`, are behind, each with its changed lines: `- was`, `+ is`. */
  readonly changed: readonly { readonly path: string; readonly lines: readonly string[] }[];
  /** True if nothing was written, because only a check was asked for. */
  readonly isCheck?: true;
  /** The page, if no file was named for it. */
  readonly text?: string;
  readonly warnings: readonly Warning[];
}

/** The line by which a generated block is recognized. */
const MARK = '<!-- spectool page: generated, so edits in this block are lost -->';
const VERSION = 1;

/** Writes a table of all specs to a file of the project. The file's other text stays. */
export const exportIndex = useCase(
  {
    /** Write nothing; only compare the file with what it should contain. */
    check: flag,
    /** The file, relative to the working directory; by default `INDEX.md` in the specs folder. */
    out: text,
  },
  (use, { out, check }): ExportPagesResult => {
    const path = out === undefined ? indexPath(use) : pagePath(use, out);
    return writeIndex(use, path, check === true || undefined);
  },
);

/** Writes pages of what complete specs promise and what no later spec took away; without `out`, only returns the page. */
export const exportCurrent = useCase(
  {
    /** Write nothing; only compare the files with what they should contain. */
    check: flag,
    /** A tag, or a spec with parts: `auth`, `tag:auth`, `012`. */
    area: text,
    /** The folder, relative to the working directory: one page for each area, or only that of `area`. */
    out: text,
    /** The most tokens of the returned page; the oldest entries are left out. */
    budget: positive,
  },
  (use, { area: name, out, check, budget }): ExportPagesResult => {
    const isCheck = check === true || undefined;
    if (out === undefined && isCheck === true)
      throw new SpectoolError('USAGE', 'No folder was named to check.', {
        hint: 'Name the folder of the pages.',
      });
    const overview = out === undefined ? '' : pagePath(use, `${out}/README.md`);
    const plan = (): readonly Page[] => {
      const state = currentState(use);
      const pageOf = (area: Area, path: string, areas: readonly string[] = []): Page => ({
        path,
        text: currentPage(state, area, pageLinks(use, path), { budget, areas }),
      });
      const main = state.area(name);
      if (out === undefined) return [pageOf(main, '')];
      const { areas } = state;
      const files = fileNames((name === undefined ? areas : [main]).map((one) => one.name));
      const pathOf = (i: number) => childOf(parentOf(overview), files[i] ?? '');
      if (name !== undefined) return [pageOf(main, pathOf(0))];
      const listed = areas.map(
        (area, i) =>
          `- ${link(asWritten(area.name), encodeURIComponent(files[i] ?? ''))}: ${String(area.size)} complete`,
      );
      return [pageOf(state.rest, overview, listed), ...areas.map((area, i) => pageOf(area, pathOf(i)))];
    };
    if (out !== undefined)
      return written(use, isCheck, plan, name === undefined ? parentOf(overview) : undefined);
    const [page] = plan();
    return { pages: [], changed: [], text: page?.text ?? '', warnings: use.projectWarnings.warnings() };
  },
);

/** Returns a file name for each area; areas whose names differ only in signs or case get numbers. */
function fileNames(names: readonly string[]): readonly string[] {
  const taken = ['readme'];
  return names.map((name) => {
    const file = cutText(name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-'), BOUNDS.excerpt);
    const same = taken.filter((one) => one === file).length;
    taken.push(file);
    return same === 0 ? `${file}.md` : `${file}.${String(same + 1)}.md`;
  });
}

/** Returns the path of `INDEX.md` in the specs folder if it was generated; undefined for no file or another one. */
export function existingIndex(use: Services): string | undefined {
  const path = indexPath(use);
  return use.fileSystem.readText(path)?.includes(MARK) === true ? path : undefined;
}

export function writeIndex(use: Services, path: string, isCheck?: true): ExportPagesResult {
  return written(use, isCheck, () => {
    const specs = use.criterionProofs.shown(use.specCatalog.undated());
    return [{ path, text: specIndex(specs, pageLinks(use, path)) }];
  });
}

const indexPath = ({ place }: Services) => childOf(place.specsDir, 'INDEX.md');

/** Returns the project path of a page. @throws SpectoolError if a page may not be written there. */
function pagePath({ place, specStore }: Services, out: string): string {
  const path = typedPath(out.replaceAll('\\', '/'), place);
  if (!isProjectPath(path)) throw outsideProject(out);
  const isSpecs = specStore
    .folders()
    .some((folder) => `${path}/`.startsWith(`${folder.path}/`) || path === specStore.documentPath(folder));
  if (path.endsWith('.md') && !isSpecs && !path.split('/').some(isUnseenFolder)) return path;
  throw new SpectoolError('USAGE', `${out} cannot be a generated page.`, {
    hint: 'Choose a file that ends with .md, outside the folders of specs and outside hidden folders.',
  });
}

/** Writes pages, all or none; with `check`, only compares them with the files. */
function written(
  use: Services,
  isCheck: true | undefined,
  pagesOf: () => readonly Page[],
  /** The folder from which other generated pages are removed. */
  folder?: string,
): ExportPagesResult {
  const plan = () => {
    const pages = pagesOf();
    const changes = new SetupChanges(use.fileSystem, BOUNDS.document);
    for (const { path, text: page } of pages) {
      const was = use.fileSystem.readText(path) ?? '';
      const isForeign = was.includes('<!-- spectool:begin') && !was.includes(MARK);
      const block = { kind: 'block', text: `${MARK}\n\n${page}`, version: VERSION } as const;
      const left = isForeign ? { why: 'it has another block of spectool' } : changes.manage(path, block);
      if (left !== undefined)
        throw new SpectoolError('WRITE_FAILED', `${path} cannot be written: ${left.why}.`);
    }
    const paths = new Set(pages.map(({ path }) => path));
    for (const { name } of folder === undefined ? [] : use.fileSystem.list(folder)) {
      const path = childOf(folder ?? '', name);
      if (paths.has(path) || use.fileSystem.readText(path)?.includes(`${MARK}\n\n${HEADING}`) !== true)
        continue;
      changes.manage(path, { kind: 'block', text: '', version: VERSION }, false);
    }
    const changed = [...changes.created, ...changes.updated, ...changes.removed].map((path) => {
      const text = changes.removed.includes(path) ? '' : changes.textOf(path);
      return { path, lines: changedLines(use.fileSystem.readText(path) ?? '', text) };
    });
    if (isCheck !== true) changes.commit(use.transaction);
    return {
      pages: pages.map(({ path }) => path),
      changed,
      ...(isCheck && { isCheck }),
      warnings: use.projectWarnings.warnings(),
    };
  };
  return isCheck === true ? plan() : use.writeSession.change('export', plan);
}

function changedLines(was: string, is: string): readonly string[] {
  const [old, now] = [was, is].map((one) => new Set(one.split(/\r?\n/)));
  const lines = (those = old, others = now, sign = '-') =>
    [...(those ?? [])].flatMap((line) => (others?.has(line) === true ? [] : [`${sign} ${line}`]));
  return [...lines(), ...lines(now, old, '+')];
}
