import { Option } from 'clipanion';
import type { LockLeft, LockWait, Spectool } from '../../application/spectool.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { takes } from './definition.js';
import type { Progress } from '../../application/spectool.js';
import type { TerminalStream } from './layout/terminal.js';
import { SpectoolCommand } from './spectoolCommand.js';

/** A command that writes: one at a time does, and the others wait. */
export abstract class WritingCommand<Result, Document = Result> extends SpectoolCommand<Result, Document> {
  lockTimeout = takes(
    'SECONDS',
    Option.String('--lock-timeout', { description: 'how long to wait for other commands that write' }),
  );

  protected override open(): Spectool {
    return this.context.open(this.cwd, {
      ...this.who(),
      cache: !this.noCache,
      lockTimeoutMs: milliseconds('--lock-timeout', this.lockTimeout),
      // Whoever reads a file or a pipe does not wonder what takes so long.
      onLockWait:
        (this.context.stderr as TerminalStream).isTTY === true ? (wait) => this.tellOf(wait) : undefined,
      onLockLeft: (left) => this.tellOfLock(left),
      progress: this.progress(),
    });
  }

  /** Who is told of what takes long; nobody by default. */
  protected progress(): Progress | undefined {
    return undefined;
  }

  private tellOfLock({ path, reason }: LockLeft): void {
    this.notify('warning', `The lock of this command stays behind. ${reason}`);
    this.notify('hint', `The next command takes it over, or says so where it cannot: then remove ${path}.`);
  }

  private tellOf({ ahead, owner }: LockWait): void {
    const who = owner === undefined ? 'another command' : `process ${owner.pid} on ${owner.host}`;
    const others = ahead === 0 ? '' : ` and ${ahead} more in line`;
    this.notify('note', `Waiting for ${who}${others} to finish changing the project.`);
  }
}

function milliseconds(flag: string, seconds: string | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  if (/^\d{1,6}(?:\.\d{1,3})?$/.test(seconds)) return Math.round(Number(seconds) * 1000);
  throw new SpectoolError('USAGE', `${flag}: "${seconds}" is not a number of seconds.`, {
    hint: 'Give 60 for a minute, 0 not to wait at all.',
  });
}
