import { spawn } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { causeOf, reasonOf } from '../../domain/errors/spectoolError.js';
import { BOUNDS } from '../../domain/value/bounds.js';
import {
  readRegularFile,
  removed,
  type TemporaryFolder,
  temporaryFolder,
  TooLarge,
} from '../files/regularFiles.js';
import type { EditedCopy, Editor } from '../../ports/system.js';

/**
 * Opens a text in the editor named by `$VISUAL`, `$EDITOR` or git's `core.editor`, else in vi. As in git, the value is a shell
 * command that gets the file as its last argument.
 */
export class ShellEditor implements Editor {
  readonly #configured: () => string | undefined;
  readonly #env: NodeJS.ProcessEnv;
  readonly #place: string;

  /** @param place the folder in which copies of texts are made. */
  constructor(configured: () => string | undefined, env: NodeJS.ProcessEnv = process.env, place = tmpdir()) {
    this.#configured = configured;
    this.#env = env;
    this.#place = place;
  }

  async edit(text: string, fileName: string): Promise<EditedCopy> {
    const name = fileName.replace(/[^\p{L}\p{N}._-]/gu, '-');
    const marker = `${MARKER}${String(process.pid)}`;
    const copies = [name, marker].map((one) => [one, text] as const);
    const { paths, remove } =
      interruptedIn(this.#place, text, name) ?? temporaryFolder('the editor', copies, this.#place);
    const [path = ''] = paths;
    const editor =
      named(this.#env['VISUAL']) ?? named(this.#env['EDITOR']) ?? named(this.#configured()) ?? 'vi';
    const problem = await this.#ended(editor, path);
    removed(join(dirname(path), marker));
    const content = contentOf(path);
    return {
      path,
      ...content,
      discard: () => {
        const known = [Buffer.from(text), ...(content.bytes === undefined ? [] : [content.bytes])];
        const left = leftBeside(path, known);
        if (left.length > 0)
          return `The editor "${editor}" left files in ${dirname(path)}, which are kept: ${left.join(', ')}.`;
        const why = remove();
        return why === undefined ? undefined : `The temporary copy ${path} could not be removed: ${why}.`;
      },
      ...(problem !== undefined && { problem: `"${editor}" ${problem}` }),
    };
  }

  /** Runs the editor. @returns what went wrong, or undefined if the editor succeeded. */
  async #ended(editor: string, path: string): Promise<string | undefined> {
    // Ignore Ctrl-C in this process, so that it reaches only the editor.
    const ignore = () => undefined;
    process.on('SIGINT', ignore).on('SIGQUIT', ignore);
    try {
      return await new Promise((resolve) => {
        spawn('sh', ['-c', `${editor} "$@"`, editor, path], { stdio: 'inherit', env: this.#env })
          .on('error', (error) => {
            resolve(`cannot be started: ${error.message}`);
          })
          .on('close', (code, signal) => {
            if (code === 0) resolve(undefined);
            else
              resolve(
                code === null
                  ? `was killed by the signal ${String(signal)}`
                  : `ended with exit code ${String(code)}`,
              );
          });
      });
    } finally {
      process.off('SIGINT', ignore).off('SIGQUIT', ignore);
    }
  }
}

/** Begins the name of a file with the unedited text beside a copy. The name ends with the number of the process that edits. */
const MARKER = '.opened-by-';

/** Returns the copy of this text that another process of the user left when it was killed; undefined if there is none. */
function interruptedIn(place: string, text: string, name: string): TemporaryFolder | undefined {
  // Anyone can put texts into the folder for temporary files.
  for (const folder of place === tmpdir() ? [] : namesIn(place).map((one) => join(place, one))) {
    const [marker = ''] = namesIn(folder).filter((one) => one.startsWith(MARKER));
    const [was, now] = [marker, name].map((one) => contentOf(join(folder, one)).bytes);
    if (was === undefined || now === undefined || Buffer.from(was).toString() !== text) continue;
    if (isRunning(Number(marker.slice(MARKER.length)))) continue;
    renameSync(join(folder, marker), join(folder, `${MARKER}${String(process.pid)}`));
    return { paths: [join(folder, name)], remove: () => removed(folder) };
  }
  return undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return causeOf(error) === 'EPERM';
  }
}

function named(command: string | undefined): string | undefined {
  return command === undefined || command.trim() === '' ? undefined : command;
}

/**
 * Lists other files in the folder of the edited one, such as the recovery file of a killed editor, or a copy saved under another
 * name. A backup with an already known content is left out.
 */
function leftBeside(path: string, known: readonly Uint8Array[]): readonly string[] {
  return namesIn(dirname(path)).filter((name) => {
    if (name === basename(path)) return false;
    const { bytes } = contentOf(join(dirname(path), name));
    return bytes === undefined || !known.some((one) => Buffer.compare(one, bytes) === 0);
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Reads the content of a regular file. Other files are refused, because reading from a pipe or a device may never end. */
function contentOf(path: string): Pick<EditedCopy, 'bytes' | 'unread'> {
  try {
    return { bytes: readRegularFile(path, undefined, BOUNDS.document) };
  } catch (error) {
    if (causeOf(error) === 'ENOENT') return { bytes: undefined };
    return { bytes: undefined, unread: error instanceof TooLarge ? error.message : reasonOf(error) };
  }
}
