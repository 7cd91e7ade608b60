import { firstOf } from '../../../domain/value/collections.js';
import type { FindingCode } from '../../../domain/findings/finding.js';
import { foldSpec } from '../../../domain/log/foldSpec.js';
import { PROJECT_STREAM } from '../../../domain/log/records/record.js';
import { unreadWarnings } from '../../validation/unreadPaths.js';
import { Service, type Warning } from '../../useCase.js';

/**
 * Warnings about the project as a whole, for commands that only read: logs of a newer version, and folders or files that
 * could not be read.
 */
export class ProjectWarnings extends Service {
  /** Returns all warnings. Call this after reading the specs, because only reading shows which files are unreadable. */
  warnings(places = this.use.unreadPlaces.all()): readonly Warning[] {
    return [...this.unfinished(), ...this.ofLog(), ...unreadWarnings(places), ...this.use.policies.unread()];
  }

  /**
   * Returns an object with the property `warnings`, or an empty object if there are no warnings.
   * @param more warnings of the command itself.
   * @param shown paths of the shown specs. Warnings of unread files in other specs are left out, because whether such files
   * are noticed depends on the cache.
   */
  ifAny(
    more: readonly Warning[] = [],
    shown?: readonly string[],
  ): { readonly warnings?: readonly Warning[] } {
    const places = this.use.unreadPlaces.all().filter(({ isNote }) => isNote !== true);
    const passedBy =
      places.length === 0 || shown === undefined
        ? []
        : this.use.specStore.folders().filter(({ path }) => !shown.includes(path));
    const told = places.filter(({ path }) => !passedBy.some((spec) => path.startsWith(`${spec.path}/`)));
    const warnings = [...this.warnings(told), ...more];
    return warnings.length > 0 ? { warnings } : {};
  }

  /** Warns of an interrupted change; the next command that writes finishes it. */
  unfinished(): readonly (Warning & { readonly code: FindingCode })[] {
    if (!this.use.transaction.isUnfinished()) return [];
    return [
      {
        code: 'CHANGE_UNFINISHED',
        message: 'A change was interrupted or is still running, so this output may be incomplete.',
        advice: [{ useCase: 'validateProject', request: { fix: true }, to: 'finish an interrupted change' }],
      },
    ];
  }

  /**
   * Warns of records that are not shown, because a newer version wrote them or because their files are damaged. Call it after
   * the log was read.
   */
  ofLog(): readonly Warning[] {
    const damaged = this.damagedLog();
    return [...this.#newerLog(), ...damaged, ...unreadWarnings(this.use.unreadPlaces.ofLog())];
  }

  /** Warns of damaged files in the logs read so far. */
  damagedLog(damages = this.use.eventLog.damages?.() ?? []): readonly Warning[] {
    if (damages.length === 0) return [];
    const told = firstOf(damages.map(({ file, message }) => `${file} ${message}`));
    return [
      {
        code: 'LOG_DAMAGED',
        message: `Part of the log cannot be shown: ${told}.`,
        advice: [{ useCase: 'validateProject', to: 'see what is wrong with the log' }],
      },
    ];
  }

  #newerLog(): readonly Warning[] {
    const newer = (this.use.eventLog.newer?.() ?? []).map((stream) => {
      const { spec } = foldSpec(stream === PROJECT_STREAM ? [] : this.use.eventLog.records(stream));
      return spec.kind === 'active' ? spec.labels.ref : stream;
    });
    if (newer.length === 0) return [];
    return [
      {
        code: 'LOG_NEWER',
        message: `A newer spectool has changed ${counted(newer.length)} (${firstOf(newer)}); changes that this version cannot read are not shown.`,
        hint: 'Upgrade spectool.',
      },
    ];
  }
}

function counted(count: number): string {
  return count === 1 ? '1 spec' : `${String(count)} specs`;
}
