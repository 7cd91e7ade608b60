import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { isProjectPath, parentOf } from '../../domain/naming/projectPath.js';
import { LOG_FOLDER, STAGING_FOLDER } from '../../domain/project/projectFolders.js';
import type { RedoEntry } from './commitSteps.js';

export const JOURNAL_FILE = `${STAGING_FOLDER}/journal.json`;
const VERSION = 1;
const LOG = `${LOG_FOLDER}/`;
const NEW_FOLDER = `${STAGING_FOLDER}/new-`;

/** A step as the note keeps it. */
export interface NotedStep extends RedoEntry {
  /** SHA-256 of the text a `replace` is to take the place of: another text is somebody's edit, and stays. */
  readonly was?: string;
}

export function encodeNote(steps: readonly NotedStep[]): string {
  return `${JSON.stringify({ v: VERSION, steps })}\n`;
}

/**
 * Reads a note back. It stands in the project, where anybody may have put it, so it is held to what a writer does:
 * records into the log, texts and folders inside the specs directory.
 * @throws SpectoolError `LOG_UNREADABLE` for anything else.
 */
export function decodeNote(text: string, specsDir: string): readonly NotedStep[] {
  const steps = stepsIn(text);
  if (steps?.every((step) => isOurs(step, specsDir)) === true) return steps;
  throw new SpectoolError('LOG_UNREADABLE', `${JOURNAL_FILE} is no note this spectool left.`, {
    hint: `If no newer spectool works on this project, move the file elsewhere and run \`spectool validate\`.`,
    details: { path: JOURNAL_FILE },
  });
}

function stepsIn(text: string): readonly NotedStep[] | undefined {
  try {
    const note = JSON.parse(text) as { v?: unknown; steps?: unknown } | null;
    if (note?.v !== VERSION || !Array.isArray(note.steps)) return undefined;
    return note.steps.every(isStep) ? note.steps : undefined;
  } catch {
    return undefined;
  }
}

function isStep(value: unknown): value is NotedStep {
  if (typeof value !== 'object' || value === null) return false;
  const { action, from, to, was } = value as Record<string, unknown>;
  return (
    (action === 'replace' || action === 'add' || action === 'move') &&
    typeof from === 'string' &&
    typeof to === 'string' &&
    isProjectPath(from) &&
    isProjectPath(to) &&
    (was === undefined || typeof was === 'string')
  );
}

function isOurs({ action, from, to }: NotedStep, specsDir: string): boolean {
  const isSpecs = (path: string) =>
    path.startsWith(`${specsDir}/`) && !/(?:^|\/)\.(?:git|spectool)(?:\/|$)/i.test(path);
  if (action === 'move') return isSpecs(to) && (isSpecs(from) || from.startsWith(NEW_FOLDER));
  const isStaged = [STAGING_FOLDER, parentOf(to)].includes(parentOf(from)) && from !== to;
  return isStaged && (action === 'add' ? to.startsWith(LOG) : isSpecs(to));
}
