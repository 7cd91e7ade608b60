import { BOUNDS } from '../../domain/value/bounds.js';
import { plainText } from '../../domain/document/documentText.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import { type AssistantHook, commandsOf, hookItem } from '../../domain/project/assistants.js';
import { placeBlock, withoutBlock } from '../../domain/project/managedTexts.js';
import { isJsonObject, jsonEquals, type JsonValue } from '../../domain/value/jsonValue.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { JsonText } from '../../ports/shippedAndGeneratedTexts.js';
import type { PlannedWrite, Transaction } from '../../ports/transaction.js';
import { ignoreErrors, type Warning } from '../useCase.js';
import { sameLines } from '../../domain/value/text.js';

/**
 * True if the specs folder contains no files. It was then probably not checked out, or removed and recreated, so the missing
 * specs do not count as deleted.
 */
export function isEmptySpecsFolder(files: Pick<FileSystem, 'list'>, specsDir: string): boolean {
  return files.list(specsDir).length === 0;
}

/** The part of a file that spectool writes and keeps up to date; the rest of the file belongs to the user. */
export type ManagedPart =
  /** `notOurs` returns why a text belongs to the user; undefined for a text that spectool wrote. */
  | {
      readonly kind: 'whole';
      readonly text: string;
      readonly notOurs?: (text: string) => NotOurs | undefined;
    }
  /** A block of Markdown between two markers. */
  | { readonly kind: 'block'; readonly text: string; readonly version: number }
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  /** Commands in the lists of hooks in JSON settings. */
  | { readonly kind: 'items'; readonly items: readonly HookItem[] };

/** A command in a list of hooks in JSON settings. */
export interface HookItem {
  readonly hook: AssistantHook;
  readonly command: string;
  /** True for a command that this or an earlier version wrote. */
  readonly isOurs: (command: string) => boolean;
  /** True for a command of the user that does the same. */
  readonly does: (command: string) => boolean;
  readonly json: JsonText;
}

interface NotOurs {
  readonly why: string;
  /** True if the file contains nothing from spectool, so that a removal needs no warning. */
  readonly isForeign?: boolean;
}

/** The new text of the file (undefined: no file), or the reason `why` the file is left unchanged. */
export type ManagedPlan =
  | { readonly text: string | undefined; readonly why?: never }
  | { readonly why: string; readonly line?: number };

/**
 * Plans to add, update or remove spectool's part of a file.
 * @param was the text of the file; undefined if there is none.
 */
export function planPart(part: ManagedPart, was: string | undefined, wanted: boolean): ManagedPlan {
  switch (part.kind) {
    case 'whole': {
      const notOurs = was === undefined || sameLines(was, part.text) ? undefined : part.notOurs?.(was);
      if (notOurs !== undefined)
        return wanted || notOurs.isForeign !== true ? { why: notOurs.why } : { text: was };
      return { text: wanted ? part.text : undefined };
    }
    case 'block': {
      if (!wanted) {
        const rest = withoutBlock(was ?? '');
        return { text: rest === '' && was !== '' ? undefined : rest };
      }
      const placed = placeBlock(was ?? '', part.text, part.version);
      return placed.kind === 'placed' ? placed : { why: placed.reason, line: placed.line };
    }
    case 'lines':
      return { text: withLines(was ?? '', part.lines) };
    case 'items': {
      let plan: ManagedPlan = { text: was };
      for (const item of part.items) if (plan.why === undefined) plan = planItem(item, plan.text, wanted);
      return plan;
    }
  }
}

function withLines(was: string, lines: readonly string[]): string {
  const newline = was.includes('\r\n') ? '\r\n' : '\n';
  const there = new Set(was.split(/\r?\n/).map((line) => line.trim()));
  const missing = lines.filter((line) => !there.has(line));
  if (missing.length === 0) return was;
  const start = was === '' || was.endsWith('\n') ? was : was + newline;
  return start + missing.map((line) => line + newline).join('');
}

function planItem(
  { hook, command, isOurs, does, json }: HookItem,
  was: string | undefined,
  wanted: boolean,
): ManagedPlan {
  const { value, problem } = was === undefined ? { value: undefined } : json.read(was);
  if (problem !== undefined) return { why: problem };
  const { items, why } = itemsAt(value, hook.list);
  if (why !== undefined) return wanted ? { why } : { text: was };
  const ours = items.flatMap((item, i) => {
    const written = commandsOf(item).find(isOurs);
    return written === undefined
      ? []
      : [{ i, written, isEdited: !jsonEquals(item, hookItem(hook, written)) }];
  });
  if (!wanted && ours.some(({ isEdited }) => isEdited))
    return { why: `the hook in ${hook.list.join('.')} was edited` };
  const old = ours.filter(({ written, isEdited }) => !isEdited && !(wanted && written === command));
  const left = old.reduceRight((text, { i }) => json.without(text, [...hook.list, i]), was ?? '');
  const heading = hook.heading ?? {};
  if (!wanted) {
    const isEmpty = old.length > 0 && jsonEquals(json.read(left).value ?? null, heading);
    return { text: was === undefined || isEmpty ? undefined : left };
  }
  const others = items.filter((_, i) => !old.some((one) => one.i === i));
  if (others.flatMap(commandsOf).some(does)) return { text: left };
  const start = was === undefined ? `${JSON.stringify(heading, null, 2).replace(/^\{\}$/, '{\n}')}\n` : left;
  return { text: json.withItem(start, hook.list, hookItem(hook, command)) };
}

/** Returns the list of hooks at the path `list` in JSON settings; the reason `why` if the value is not a list. */
function itemsAt(
  settings: JsonValue | undefined,
  list: readonly string[],
): { readonly items: readonly JsonValue[]; readonly why?: string } {
  let at = settings;
  for (const [depth, key] of list.entries()) {
    if (at === undefined) return { items: [] };
    if (!isJsonObject(at)) {
      const where = depth === 0 ? 'the file' : list.slice(0, depth).join('.');
      return { items: [], why: `${where} is not a JSON object` };
    }
    at = Object.hasOwn(at, key) ? at[key] : undefined;
  }
  if (at === undefined) return { items: [] };
  return Array.isArray(at)
    ? { items: at as readonly JsonValue[] }
    : { items: [], why: `${list.join('.')} is not a list` };
}

/** Reads a file that spectool partly manages. `problem`: reason why the file cannot be written back safely. */
function readManaged(
  files: FileSystem,
  path: string,
  most: number = BOUNDS.smallFile,
): { readonly text?: string | undefined; readonly problem?: string } {
  const folder = files.stat(parentOf(path))?.kind;
  if (folder === 'file' || folder === 'other') return { problem: `${parentOf(path)} is not a folder` };
  const stat = files.stat(path);
  if (!files.isInside(path)) return { problem: 'it is outside the project, through a link' };
  if (stat === undefined) return {};
  if (stat.kind === 'directory') return { problem: 'it is a folder' };
  if (stat.kind === 'other') return { problem: 'it is not a regular file' };
  if (stat.size > most) return { problem: `it is larger than ${String(most / 1024 ** 2)} MB` };
  const bytes = files.read(path);
  if (bytes === undefined) return { problem: 'it is a link to a file that does not exist' };
  const { text, problem } = plainText(bytes);
  return problem === undefined ? { text } : { problem: `it ${problem}` };
}

/** An assistant's file linked to AGENTS.md; `reference`: a file of the user that refers to it. */
export interface AssistantLink {
  readonly path: string;
  readonly target: string;
  readonly kind: 'link' | 'copy' | 'reference';
}

/** A change outside the project's files, such as a git hook, and its reversal. */
interface OutsideStep {
  take(): void;
  revert(): void;
}

/** Collects all writes of a setup command; `commit` makes all of them or none. */
export class SetupChanges {
  readonly created: string[] = [];
  readonly updated: string[] = [];
  readonly removed: string[] = [];
  readonly kept: string[] = [];
  readonly links: AssistantLink[] = [];
  readonly warnings: Warning[] = [];
  /** Changes that the transaction cannot undo. They are made last, and each can be reverted. */
  readonly outside: OutsideStep[] = [];
  readonly #files: FileSystem;
  readonly #most: number | undefined;
  readonly #writes: PlannedWrite[] = [];

  /** @param most the greatest size in bytes of a file that is changed; by default that of small files. */
  constructor(files: FileSystem, most?: number) {
    this.#files = files;
    this.#most = most;
  }

  /** Creates a file, unless it exists: an existing file belongs to the user and is kept. */
  keepOrCreate(path: string, text: string): void {
    if (this.#files.stat(path) !== undefined) {
      // Throw if the path is a link that cannot be written, because all other commands would throw, too.
      checkWritable(this.#files, [path]);
      this.kept.push(path);
    } else this.#become(path, undefined, text);
  }

  /** Creates or replaces a file that belongs to spectool. */
  own(path: string, text: string): void {
    this.#become(path, this.#files.readText(path), text);
  }

  /** Adds, updates or removes spectool's part of a file. Returns why the file is left unchanged; undefined if it is not. */
  manage(
    path: string,
    part: ManagedPart,
    wanted = true,
  ): Extract<ManagedPlan, { readonly line?: number }> | undefined {
    const { text: was, problem } = readManaged(this.#files, path, this.#most);
    const plan = problem === undefined ? planPart(part, was, wanted) : { why: problem };
    if (plan.why !== undefined) {
      this.kept.push(path);
      return plan;
    }
    if (wanted || was !== plan.text) this.#become(path, was, plan.text);
    return undefined;
  }

  /** Returns the text that a file has after the changes; empty if there is none. */
  textOf(path: string): string {
    const write = this.#writes.find((one) => one.kind === 'file' && one.path === path);
    return write?.kind === 'file' ? write.text : (this.#files.readText(path) ?? '');
  }

  folder(path: string): void {
    if (this.#files.stat(path) !== undefined) return;
    this.created.push(path);
    this.#writes.push({ kind: 'folder', path });
  }

  /** Adds any other write, such as the project's record. */
  write(write: PlannedWrite): void {
    this.#writes.push(write);
    if (write.kind === 'link') this.created.push(write.path);
  }

  /** Makes all writes or none. */
  commit(transaction: Transaction): void {
    transaction.commit(this.#writes, this.outside.length === 0 ? undefined : () => this.#takeOutside());
    for (const write of this.#writes) {
      if (write.kind !== 'link') continue;
      const kind = this.#files.stat(write.path)?.kind === 'link' ? 'link' : 'copy';
      this.links.push({ path: write.path, target: write.target, kind });
    }
  }

  #takeOutside(): void {
    const taken: OutsideStep[] = [];
    try {
      for (const step of this.outside) {
        step.take();
        taken.push(step);
      }
    } catch (error) {
      for (const step of taken.reverse()) ignoreErrors(() => step.revert());
      throw error;
    }
  }

  #become(path: string, was: string | undefined, text: string | undefined): void {
    if (text === undefined) {
      if (was === undefined) return;
      this.removed.push(path);
      this.#writes.push({ kind: 'removal', path, was });
    } else if (was === undefined) {
      this.created.push(path);
      this.#writes.push({ kind: 'file', path, text });
    } else if (sameLines(was, text)) this.kept.push(path);
    else {
      this.updated.push(path);
      this.#writes.push({ kind: 'file', path, text, was });
    }
  }
}

/**
 * Checks before the first write that all files can be written, so that the command does not stop halfway.
 * @throws SpectoolError `WRITE_FAILED`, naming all paths that cannot be written.
 */
export function checkWritable(files: FileSystem, paths: readonly string[]): void {
  const obstacles = paths.flatMap((path) => {
    const { problem } = readManaged(files, path);
    return problem === undefined ? [] : [problem.startsWith('it ') ? `${path} ${problem.slice(3)}` : problem];
  });
  if (obstacles.length === 0) return;
  throw new SpectoolError('WRITE_FAILED', `Cannot write these files:\n  ${obstacles.join('\n  ')}`, {
    hint: 'Nothing was written. Move the listed folders and links elsewhere and save files as UTF-8 text, then run the command again.',
    details: { obstacles },
  });
}
