import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { causeOf, reasonOf } from '../../domain/errors/fileFailure.js';
import { readRegularFile, TooLarge } from '../files/readRegularFile.js';
import { temporaryFolder } from '../files/temporaryFolder.js';
import type { EditedCopy, Editor } from '../../ports/system.js';

/** `$VISUAL`, `$EDITOR`, git's `core.editor`, else vi: a command line, as git takes it, with the file as its last argument. */
export class ShellEditor implements Editor {
  readonly #configured: () => string | undefined;
  readonly #env: NodeJS.ProcessEnv;
  readonly #place: string;

  /** @param place where copies are made. */
  constructor(configured: () => string | undefined, env: NodeJS.ProcessEnv = process.env, place = tmpdir()) {
    this.#configured = configured;
    this.#env = env;
    this.#place = place;
  }

  async edit(text: string, fileName: string): Promise<EditedCopy> {
    const name = fileName.replace(/[^\p{L}\p{N}._-]/gu, '-');
    const { paths, remove } = temporaryFolder('the editor', [[name, text]], this.#place);
    const [path = ''] = paths;
    const editor =
      named(this.#env['VISUAL']) ?? named(this.#env['EDITOR']) ?? named(this.#configured()) ?? 'vi';
    const problem = await this.#ended(editor, path);
    const content = contentOf(path);
    return {
      path,
      ...content,
      discard: () => {
        const known = [Buffer.from(text), ...(content.bytes === undefined ? [] : [content.bytes])];
        const left = leftBeside(path, known);
        if (left.length > 0) return `What "${editor}" left in ${dirname(path)} is kept: ${left.join(', ')}.`;
        const why = remove();
        return why === undefined ? undefined : `The copy ${path} could not be removed: ${why}.`;
      },
      ...(problem !== undefined && { problem: `"${editor}" ${problem}` }),
    };
  }

  /** Undefined when it ended well. */
  async #ended(editor: string, path: string): Promise<string | undefined> {
    // Ctrl-C is the editor's own affair.
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
            else resolve(code === null ? `was ended by ${String(signal)}` : `ended with ${String(code)}`);
          });
      });
    } finally {
      process.off('SIGINT', ignore).off('SIGQUIT', ignore);
    }
  }
}

function named(command: string | undefined): string | undefined {
  return command === undefined || command.trim() === '' ? undefined : command;
}

/** Such as what an editor that was killed keeps for the next, or a text saved by another name; a backup tells nothing else. */
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

/** Of a pipe or a device the reading may never end. */
function contentOf(path: string): Pick<EditedCopy, 'bytes' | 'unread'> {
  try {
    return { bytes: readRegularFile(path) };
  } catch (error) {
    if (causeOf(error) === 'ENOENT') return { bytes: undefined };
    return { bytes: undefined, unread: error instanceof TooLarge ? error.message : reasonOf(error) };
  }
}
