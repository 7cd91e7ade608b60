import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptSummary } from '../../adapters/cache/summaryFile.js';
import { drawBoard } from '../../adapters/cli/commands/look/boardLines.js';
import { changedBoard } from '../../adapters/cli/commands/look/keptBoard.js';
import { redocumented } from '../../adapters/cli/commands/look/listDocument.js';
import { relisted } from '../../adapters/cli/commands/look/listLines.js';
import { type Change, folderByPath } from '../../adapters/cli/commands/look/loneChange.js';
import type { KeptBoard } from '../../adapters/cli/layout/drawing.js';
import { fitLines } from '../../adapters/cli/layout/fitLines.js';
import { NodeFileSystem } from '../../adapters/storage/files/nodeFileSystem.js';
import { FileEventLog } from '../../adapters/storage/log/fileEventLog.js';
import { NodeHasher } from '../../adapters/system/nodeHasher.js';
import { SystemClock } from '../../adapters/system/systemClock.js';
import { lastChange } from '../../application/projections/boardHealth.js';
import {
  LOGS_OPENED,
  loggedSteps,
  stateSince,
  writtenSteps,
} from '../../application/projections/stateSince.js';
import { type ClaimView, claimView } from '../../domain/claims/holder.js';
import { logEnd } from '../../domain/log/logEnd.js';
import { frontmatterPrint } from '../../domain/log/frontmatterPrint.js';
import { type LogRecord, RECORD_VERSION } from '../../domain/log/record.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import { OVERSIZED_ABOVE } from '../../domain/spec/sizeRating.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { type LastChange, toSpecView, writtenChange } from '../../domain/spec/toSpecView.js';
import { nextWholeDay } from '../../domain/value/elapsed.js';
import type { Answer, Output } from './answerFile.js';
import type { Recalled } from './answers.js';
import { readAgain } from './readAgain.js';

/** What is printed now. */
export type DrawnAnswer = Required<Pick<Answer, 'output' | 'drawn'>>;

/**
 * An answer as it is now, where every spec that changed since it was printed changes what is drawn of itself and nothing else; undefined
 * otherwise. What their documents tell is kept.
 * @param caches of the project. @param root of the project.
 */
export function drawnAgain(
  caches: string,
  root: string,
  { output, drawn, changed, folders, until, confirm }: Recalled,
): DrawnAnswer | undefined {
  const written = output.filter(([fd]) => fd === 1);
  const [[, first] = [1, undefined]] = written;
  if (drawn === undefined || first === undefined || written.length > 1) return undefined;
  const log = new FileEventLog(new NodeFileSystem(root), new NodeHasher());
  const now = new SystemClock().now();
  let printed: Buffer = Buffer.from(first);
  let drawing = drawn;
  /** Folders in which what is new is looked at. */
  const met = new Set<string>();
  const isDrawn = (is: KeptSummary, kept: string): boolean => {
    const was = JSON.parse(kept) as KeptSummary;
    if (was[0] !== is[0] || was[4] !== undefined || is[4] !== undefined) return false;
    const told = toldBy(log, is, now);
    const { path } = folderOf(is);
    const held = drawing.claims[path];
    // What is claimed in other worktrees is told elsewhere.
    if (told === undefined || (held !== undefined && mayHaveWorktrees(root))) return false;
    if (typeof is[2]['id'] === 'string') met.add(`${LOG_FOLDER}/${is[2]['id']}`);
    // What was told of its folder may be true no longer.
    if (folders.includes(path) && !isPlain(join(root, path), drawing.kind !== 'board')) return false;
    met.add(path);
    const change: Change = [viewOf(was, { claim: held }), viewOf(is, told)];
    if (drawing.kind === 'table') {
      const list = relisted(printed, drawing, change);
      if (list !== undefined) ({ printed, table: drawing } = list);
      return list !== undefined;
    }
    // Else git or the file tells.
    if (told.changed === undefined && writtenChange(is[2]) === undefined) return false;
    if (drawing.kind === 'document') {
      const list = redocumented(printed, drawing, change);
      if (list !== undefined) ({ printed, document: drawing } = list);
      return list !== undefined;
    }
    const board = boardWith(drawing, change, { ...told, now, until });
    drawing = board ?? drawing;
    return board !== undefined;
  };
  const isSure = confirm !== undefined;
  if (!readAgain(caches, root, changed, isSure, isDrawn)) return undefined;
  // A record of a spec whose document is as it was may tell of it.
  if (!folders.every((folder) => met.has(folder))) return undefined;
  if (drawing.kind === 'board') printed = printedBoard(drawing, now);
  const changedOutput: Output = output.map(([fd, bytes]) => [fd, fd === 1 ? printed : bytes]);
  return { output: changedOutput, drawn: drawing };
}

/** What the log of a spec tells of it beside its document. */
interface Told {
  readonly records: readonly LogRecord[];
  readonly changed: LastChange | undefined;
  readonly claim: ClaimView | undefined;
}

function folderOf([path]: KeptSummary): SpecFolder {
  return folderByPath(path.slice(0, path.lastIndexOf('/')));
}

function viewOf(kept: KeptSummary, { changed, claim }: Partial<Told>): SpecView {
  const [, title, frontmatter, counted] = kept;
  const criteria = counted === null ? {} : { criteria: { done: counted[0], total: counted[1] } };
  return toSpecView({ folder: folderOf(kept), title, frontmatter, ...criteria }, changed, claim);
}

/** Undefined where there is more to say: git left what nobody meant, or a newer build wrote in it. */
function toldBy(log: FileEventLog, kept: KeptSummary, now: string): Told | undefined {
  const [, , frontmatter] = kept;
  const { id } = frontmatter;
  const records = typeof id === 'string' ? log.records(id) : [];
  const { print, claim, changedAt } = logEnd(records);
  const isMeant = print === undefined || print === frontmatterPrint(frontmatter);
  if (!isMeant || records.some(({ v }) => v > RECORD_VERSION)) return undefined;
  return {
    records,
    changed: changedAt === undefined ? undefined : { at: changedAt, from: 'log' },
    claim: claimView(claim, { frontmatter, archived: folderOf(kept).archived }, now),
  };
}

/** Undefined also where the answer would end sooner. */
function boardWith(
  board: KeptBoard,
  change: Change,
  { records, now, until }: Told & { readonly now: string; readonly until: number },
): KeptBoard | undefined {
  const [, after] = change;
  const isOpened = ({ health }: KeptBoard) => health.byStatus['in-progress'] <= LOGS_OPENED;
  const logged = after.status === 'in-progress' && isOpened(board) ? loggedSteps(records) : [];
  const since = stateSince(after, [...writtenSteps(after), ...logged]);
  const moments = [since, ...(after.status === 'in-progress' ? [lastChange(after)] : [])];
  if (nextWholeDay(moments, now) < until) return undefined;
  const changed = changedBoard(board, change, since, now);
  return changed === undefined || isOpened(board) !== isOpened(changed) ? undefined : changed;
}

function printedBoard(board: KeptBoard, now: string): Buffer {
  const { terminal, digits } = board;
  const text = drawBoard({ ...board, groupBy: 'status', at: now }, terminal, digits);
  return Buffer.from(`${fitLines(text, terminal.columns)}\n`);
}

/** With nothing in it that may hold another spec, has no name, or, but for a list, makes it large. */
function isPlain(folder: string, isOfList: boolean): boolean {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (!entries.every((entry) => entry.isFile() && !entry.name.includes('\ufffd'))) return false;
  if (isOfList) return true;
  const sizes = entries.map(({ name }) => lstatSync(join(folder, name)).size);
  return sizes.reduce((sum, size) => sum + size, 0) <= OVERSIZED_ABOVE;
}

function mayHaveWorktrees(root: string): boolean {
  const stats = lstatSync(join(root, '.git'), { throwIfNoEntry: false });
  return stats?.isDirectory() !== true || existsSync(join(root, '.git/worktrees'));
}
