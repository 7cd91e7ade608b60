import { changeWarnings } from '../changes/changeWarnings.js';
import type { ChangedSpec } from '../changes/plannedChange.js';
import type { Warning } from '../warning.js';
import type { Services } from '../services.js';

/** Result of `resolve` for named specs: paths of the specs whose document or log changed, and warnings. */
interface Decided {
  readonly updated: readonly string[];
  readonly warnings: readonly Warning[];
}

/** Resolves differences between document and log of named specs, unless a hand edit caused the difference. */
export class ResolveDifferences {
  constructor(private readonly use: Services) {}

  decide(specs: readonly string[], keep: 'log' | 'document'): Decided {
    return this.use.writeSession.change('resolve', (drafts) => {
      const changed = this.use.changeSpecs.apply(
        drafts,
        this.use.specCatalog.findAll(specs).map((folder) => ({ folder, keep, commands: () => [] })),
      );
      const isOther = ({ record, missing = [], broughtBack = {} }: ChangedSpec) =>
        record !== undefined || missing.length > 0 || Object.keys(broughtBack).length > 0;
      return {
        updated: changed.filter(isOther).map(({ folder }) => folder.path),
        warnings: changed.flatMap(broughtUp),
      };
    });
  }
}

/** Warns of values that were overwritten in a document that was older than the log. */
export function broughtUp({ folder, broughtBack = {}, missing = [] }: ChangedSpec): readonly Warning[] {
  const said = changeWarnings({ folder, broughtBack, missing });
  return said.map((warning) => ({ ...warning, message: `${folder.ref}: ${warning.message}` }));
}
