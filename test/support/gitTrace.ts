import { readFileSync, rmSync } from 'node:fs';

/** A process of git, as its own trace tells it. */
export interface TracedGit {
  /** Name of the git command, such as `push`. */
  readonly command: string;
  /** True if git itself started the process. */
  readonly isOfGit: boolean;
}

/** Git commands that connect to another repository, or answer one. */
const CONNECTING = /^(?:push|fetch|pull|clone|ls-remote|(?:fetch|send|upload|receive)-pack|upload-archive)$/;

export const connects = ({ command }: TracedGit): boolean => CONNECTING.test(command);

/** Records every git process that programs with the environment `env` start, also those that git starts. */
export class GitTrace {
  readonly env: { readonly GIT_TRACE2_EVENT: string };
  readonly #file: string;

  /** @param file absolute path of a file for the trace, which need not exist. */
  constructor(file: string) {
    this.#file = file;
    this.env = { GIT_TRACE2_EVENT: file };
  }

  /** Returns the processes since the last call. */
  taken(): readonly TracedGit[] {
    let text = '';
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch {
      // No git process has been started.
    }
    rmSync(this.#file, { force: true });
    return text.split('\n').flatMap((line): readonly TracedGit[] => {
      const event = (line === '' ? {} : JSON.parse(line)) as Readonly<Record<string, unknown>>;
      // The identifier of a process begins with that of the git process which started it.
      return event['event'] === 'cmd_name'
        ? [{ command: String(event['name']), isOfGit: String(event['sid']).includes('/') }]
        : [];
    });
  }
}
