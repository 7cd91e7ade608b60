import type { Elsewhere, PlacedWarning, ProjectWarnings } from '../queries/project/projectWarnings.js';
import { folderAt } from '../../domain/naming/specFolder.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';

/** `gone`: somebody removed it, as far as can be known. A warning tells why that cannot be known. */
export type Fate = 'gone' | 'elsewhere' | PlacedWarning;

/** What is known of specs that the log has and that have no folder. */
export class MissedSpecs {
  readonly #warnings: Pick<ProjectWarnings, 'elsewhere'>;
  readonly #unsure: string[] = [];
  readonly #specsDir: string;
  #asked: Elsewhere | undefined;

  constructor(warnings: Pick<ProjectWarnings, 'elsewhere'>, specsDir: string) {
    this.#warnings = warnings;
    this.#specsDir = specsDir;
  }

  /** After the specs were read. */
  fateOf({ labels }: Pick<ActiveSpec, 'labels'>): Fate {
    this.#asked ??= this.#warnings.elsewhere(true);
    if (this.#asked.refs.includes(labels.ref)) return 'elsewhere';
    const { path } = folderAt(this.#specsDir, labels);
    const veil = this.#asked.veils.find(({ below }) => below === undefined || path.startsWith(`${below}/`));
    if (veil !== undefined) this.#unsure.push(labels.ref);
    return veil ?? 'gone';
  }

  /** With all that was met of missed specs so far. */
  elsewhere(): Pick<Elsewhere, 'refs' | 'told' | 'logs'> {
    const { refs, told, logs } = this.#asked ?? this.#warnings.elsewhere();
    return { refs: [...refs, ...this.#unsure], told, logs };
  }
}
