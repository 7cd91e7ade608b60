import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptSummary } from '../../adapters/cache/summaryFile.js';
import { folderByPath, relisted } from '../../adapters/cli/commands/look/listLines.js';
import type { ListTable } from '../../adapters/cli/layout/listTable.js';
import { NodeFileSystem } from '../../adapters/storage/files/nodeFileSystem.js';
import { FileEventLog } from '../../adapters/storage/log/fileEventLog.js';
import { NodeHasher } from '../../adapters/system/nodeHasher.js';
import { SystemClock } from '../../adapters/system/systemClock.js';
import { type ClaimView, claimView } from '../../domain/claims/holder.js';
import { logEnd } from '../../domain/log/logEnd.js';
import { frontmatterPrint } from '../../domain/log/frontmatterPrint.js';
import { RECORD_VERSION } from '../../domain/log/record.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import { LOG_FOLDER } from '../../domain/project/projectFolders.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { toSpecView } from '../../domain/spec/toSpecView.js';
import type { Answer, Output } from './answerFile.js';
import type { Recalled } from './answers.js';
import { readAgain } from './readAgain.js';

/** What a list prints now. */
export type ChangedList = Required<Pick<Answer, 'output' | 'listed'>>;

/**
 * A list as it is now, where every spec that changed since it was printed changes its own line and nothing else; undefined otherwise. What
 * their documents tell is kept.
 * @param caches of the project. @param root of the project.
 */
export function withChangedLines(
  caches: string,
  root: string,
  { output, listed, changed, folders, confirm }: Recalled,
): ChangedList | undefined {
  const written = output.filter(([fd]) => fd === 1);
  const [[, first] = [1, undefined]] = written;
  if (listed === undefined || first === undefined || written.length > 1) return undefined;
  const log = new FileEventLog(new NodeFileSystem(root), new NodeHasher());
  const now = new SystemClock().now();
  let list: { readonly printed: Buffer; readonly table: ListTable } = {
    printed: Buffer.from(first),
    table: listed,
  };
  /** Folders in which what is new is looked at. */
  const met = new Set<string>();
  const isListed = (is: KeptSummary, kept: string): boolean => {
    const was = JSON.parse(kept) as KeptSummary;
    if (was[0] !== is[0] || was[4] !== undefined || is[4] !== undefined) return false;
    const own = claimIn(log, is, now);
    const { path } = folderOf(is);
    const held = list.table.claims[path];
    // What is claimed in other worktrees is told elsewhere.
    if (own === 'untold' || (held !== undefined && mayHaveWorktrees(root))) return false;
    if (typeof is[2]['id'] === 'string') met.add(`${LOG_FOLDER}/${is[2]['id']}`);
    // What was told of its folder may be true no longer.
    if (folders.includes(path) && (output.length > 1 || !isPlain(join(root, path)))) return false;
    met.add(path);
    const next = relisted(list.printed, list.table, [viewOf(was, held), viewOf(is, own)]);
    list = next ?? list;
    return next !== undefined;
  };
  const isSure = confirm !== undefined;
  if (!readAgain(caches, root, changed, isSure, isListed)) return undefined;
  // A record of a spec whose document is as it was may tell of it.
  if (!folders.every((folder) => met.has(folder))) return undefined;
  const { printed, table } = list;
  const changedOutput: Output = output.map(([fd, bytes]) => [fd, fd === 1 ? printed : bytes]);
  return { output: changedOutput, listed: table };
}

function folderOf([path]: KeptSummary): SpecFolder {
  return folderByPath(path.slice(0, path.lastIndexOf('/')));
}

/** When it was changed a list does not tell. */
function viewOf(kept: KeptSummary, claim: ClaimView | undefined): SpecView {
  const [, title, frontmatter, counted] = kept;
  const criteria = counted === null ? {} : { criteria: { done: counted[0], total: counted[1] } };
  return toSpecView({ folder: folderOf(kept), title, frontmatter, ...criteria }, undefined, claim);
}

/** Who works on it by its own log; `untold` where that has more to say: git left what nobody meant, or a newer build wrote in it. */
function claimIn(log: FileEventLog, kept: KeptSummary, now: string): ClaimView | 'untold' | undefined {
  const [, , frontmatter] = kept;
  const { id } = frontmatter;
  if (typeof id !== 'string') return undefined;
  const records = log.records(id);
  const { print, claim } = logEnd(records);
  const isMeant = print === undefined || print === frontmatterPrint(frontmatter);
  if (!isMeant || records.some(({ v }) => v > RECORD_VERSION)) return 'untold';
  return claimView(claim, { frontmatter, archived: folderOf(kept).archived }, now);
}

/** With nothing in it that may hold another spec, or has no name. */
function isPlain(folder: string): boolean {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.every((entry) => entry.isFile() && !entry.name.includes('\ufffd'));
}

function mayHaveWorktrees(root: string): boolean {
  const stats = lstatSync(join(root, '.git'), { throwIfNoEntry: false });
  return stats?.isDirectory() !== true || existsSync(join(root, '.git/worktrees'));
}
