import type { ConfigFinding } from '../domain/project/configRules.js';
import type { Configuration } from '../domain/project/configuration.js';
import type { UseCaseName, useCases } from './useCases.js';

/** Every use case under its name, each with one method, `execute`. */
export type UseCases = {
  readonly [Name in UseCaseName]: Pick<InstanceType<(typeof useCases)[Name]>, 'execute'>;
};

/**
 * The tool around one project. The command line, test harnesses and embedding programs all use this one.
 * Outside a project every use case but `initProject`, `showSetup` and `completeWords` rejects with `NOT_A_PROJECT`.
 */
export interface Spectool extends UseCases {
  /** Absolute path of the project root. */
  readonly root: string;
  /** Who asks. */
  readonly actor: string;
  /** As the file says now. @throws SpectoolError `NOT_A_PROJECT`, `CONFIG_INVALID`. */
  readonly config: Configuration;
  /** Unknown keys and the like; the configuration is usable. @throws as `config`. */
  readonly configWarnings: readonly ConfigFinding[];
}

export type { Progress, WorkProgress } from '../ports/importSource.js';
export type { LockLeft, LockWait, LockWaiting } from '../ports/locks.js';
