import type { ConfigFinding } from '../domain/project/configRulesAndDefaults.js';
import type { Configuration } from '../domain/project/configuration.js';
import type { Given } from './useCase.js';
import type { UseCaseName, UseCaseRequest, UseCaseResult } from './useCases.js';

/** All use cases by name, each with the method `execute`. */
export type UseCases = {
  readonly [Name in UseCaseName]: {
    /** Runs the use case. @throws SpectoolError if the use case refuses the request; nothing is changed then. */
    execute(...[request]: Given<UseCaseRequest<Name>>): Promise<UseCaseResult<Name>>;
  };
};

/**
 * The API for one project, used by the command line, tests and embedding programs. Outside a project, all use cases except
 * `initProject`, `showSetup`, `listSettings` and `completeWords` reject with `NOT_A_PROJECT`.
 */
export interface Spectool extends UseCases {
  /** Absolute path of the project root. */
  readonly root: string;
  /** Actor of all calls. */
  readonly actor: string;
  /** Current configuration, read from the file. @throws SpectoolError `NOT_A_PROJECT`, `CONFIG_INVALID`. */
  readonly config: Configuration;
  /** Findings that leave the configuration usable, such as unknown keys. @throws the same errors as `config`. */
  readonly configWarnings: readonly ConfigFinding[];
}

export type { FoundProject } from '../ports/repository.js';
export type { LockWait, LockWaiting } from '../ports/lockAndClaimRegistry.js';
