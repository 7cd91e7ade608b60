import type { Claimant } from '../../domain/claims/claimHolder.js';
import type { SpecCommand } from '../../domain/spec/specCommands.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import type { CalendarDate } from '../../domain/value/calendarDate.js';
import { changedResult, type ChangeResult } from '../changes/changeResult.js';
import type { ChangedSpec } from '../changes/plannedChange.js';
import type { RecordDrafts } from '../changes/recordDrafts.js';
import { UseCase } from '../useCase.js';

/** Context of a command: actor, claimant, date and hash function. */
export interface Asked {
  readonly by: string;
  readonly claimant: () => Claimant;
  readonly today: CalendarDate;
  readonly sha256: (text: string) => string;
}

export interface SpecChange {
  /** Name of the command in the log. */
  readonly command: string;
  /** Reference to the spec: number, folder name, name, id, path, or a unique prefix. */
  readonly spec: string;
  readonly commands: (spec: ActiveSpec, asked: Asked) => readonly SpecCommand[];
  /** The caller's id of the request: a repeated request with the same id changes nothing. */
  readonly request?: string | undefined;
  /** Returns the message to show if nothing changes. */
  readonly unchanged: (ref: string, by: string) => string;
}

/** Base class of commands that change one spec. */
export abstract class ChangeOneSpec<Request extends object, Result = ChangeResult> extends UseCase<
  Request,
  Result
> {
  protected change({ command, spec, commands, unchanged, request }: SpecChange): ChangeResult {
    const work = (drafts: RecordDrafts): ChangeResult => {
      const folder = this.use.specCatalog.find(spec);
      const asked = {
        by: drafts.actor,
        claimant: () => this.use.openClaims.claimant(drafts.actor, drafts.at),
        today: this.use.clock.today(),
        sha256: (text: string) => this.use.hasher.sha256(text),
      };
      const [changed] = this.use.changeSpecs.apply(drafts, [
        { folder, commands: (found) => commands(found, asked) },
      ]) as readonly [ChangedSpec];
      const result = changedResult(this.use.specCatalog, changed);
      if (changed.record !== undefined || result.warnings.length > 0) return result;
      const message = `${unchanged(folder.ref, drafts.actor)}; nothing was changed.`;
      return { ...result, warnings: [{ code: 'UNCHANGED', message }] };
    };
    return this.use.writeSession.change(command, work, request);
  }
}
