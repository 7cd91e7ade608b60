import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { causeOf, reasonOf } from '../../domain/errors/fileFailure.js';
import { readRegularFile, TooLarge } from '../files/readRegularFile.js';
import { temporaryFolder } from '../files/temporaryFolder.js';
import type { EditedCopy, Editor } from '../../ports/editor.js';

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
    return {
      path,
      ...contentOf(path),
      discard: remove,
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

/** Of a pipe or a device the reading may never end. */
function contentOf(path: string): Pick<EditedCopy, 'bytes' | 'unread'> {
  try {
    return { bytes: readRegularFile(path) };
  } catch (error) {
    if (causeOf(error) === 'ENOENT') return { bytes: undefined };
    return { bytes: undefined, unread: error instanceof TooLarge ? error.message : reasonOf(error) };
  }
}
