import type { ConfigFinding } from '../domain/project/configRulesAndDefaults.js';
import type { KnownEvent } from '../domain/log/historyEvents.js';
import type { Configuration } from '../domain/project/configuration.js';
import type { Given, RequestOf, RequestSchema } from './useCase.js';
import * as useCases from './useCases.js';

export type UseCaseName = keyof typeof useCases;

/** Request type of a use case: `UseCaseRequest<'createSpec'>`. */
export type UseCaseRequest<Name extends UseCaseName> = RequestOf<(typeof useCases)[Name]['request']>;

/** Result type of a use case: `UseCaseResult<'createSpec'>`. */
export type UseCaseResult<Name extends UseCaseName> = Awaited<ReturnType<(typeof useCases)[Name]>>;

type Requests = { readonly [Name in UseCaseName]: UseCaseRequest<Name> };

declare module '../domain/errors/spectoolError.js' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- each use case under its name
  interface AdvisedRequests extends Requests {}
}

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
  /** Calls the function for every event that later calls record, as `SpectoolOptions.onEvent`; the result ends that. */
  readonly onEvent: (listener: OnEvent) => () => void;
}

/** Function called for every recorded event. */
export type OnEvent = (event: KnownEvent) => void | Promise<void>;

export interface UseCaseDescription {
  /** Name of the use case, which is also the name of its property in the `Spectool` object. */
  readonly name: UseCaseName;
  readonly fields: readonly {
    readonly name: string;
    /** Expected type in words: `a list of texts`. */
    readonly expected: string;
    readonly required: boolean;
  }[];
}

/** Describes all use cases and the fields of their requests, for programs that offer them, such as a form or a server. */
export function describeUseCases(): readonly UseCaseDescription[] {
  return (Object.keys(useCases) as UseCaseName[]).map((name) => {
    const request: RequestSchema = useCases[name].request;
    const fields = Object.entries(request);
    return {
      name,
      fields: fields.map(([field, { expected, required = false }]) => ({ name: field, expected, required })),
    };
  });
}

export type { FoundProject } from '../ports/repository.js';
export type { LockWait, LockWaiting } from '../ports/lockAndClaimRegistry.js';
