import { Option } from 'clipanion';
import type { LockLeft, LockWait, Spectool } from '../../application/spectool.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { takes } from './commandDefinition.js';
import type { TerminalStream } from './layout/describeTerminal.js';
import { SpectoolCommand } from './spectoolCommand.js';

/**
 * Base class of commands that change the project. Such commands run one at a time: each waits until no other command holds the
 * project's lock.
 */
export abstract class WritingCommand<Result, Document = Result> extends SpectoolCommand<Result, Document> {
  lockTimeout = takes(
    'SECONDS',
    Option.String('--lock-timeout', {
      description: 'how many seconds to wait for another command that is writing; 60 by default',
    }),
  );

  protected override open(): Spectool {
    return this.context.open(this.cwd, {
      ...this.who(),
      cache: !this.noCache,
      lockTimeoutMs: milliseconds('--lock-timeout', this.lockTimeout),
      // Report the wait for the lock only to a terminal, not to a file or a pipe.
      onLockWait:
        (this.context.stderr as TerminalStream).isTTY === true ? (wait) => this.tellOf(wait) : undefined,
      onLockLeft: (left) => this.tellOfLock(left),
    });
  }

  private tellOfLock({ path, reason }: LockLeft): void {
    this.notify('warning', `The lock file was not removed. ${reason}`);
    this.notify(
      'hint',
      `The next command takes the lock over. If that command cannot take the lock, delete ${path}.`,
    );
  }

  private tellOf({ owner }: LockWait): void {
    const who = owner === undefined ? 'another command' : `process ${owner.pid} on ${owner.host}`;
    this.notify('note', `Waiting for ${who} to finish changing the project.`);
  }
}

function milliseconds(flag: string, seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  if (/^\d{1,6}(?:\.\d{1,3})?$/.test(seconds)) return Math.round(Number(seconds) * 1000);
  throw new SpectoolError('USAGE', `${flag}: "${seconds}" is not a number of seconds.`, {
    hint: 'Give 60 to wait a minute, or 0 not to wait at all.',
  });
}
