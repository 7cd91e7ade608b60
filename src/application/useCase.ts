import type { Advice } from '../domain/errors/advice.js';
import { toldFailure } from '../domain/errors/spectoolError.js';
import { checkedRequest, type RequestSchema } from './requestSchema.js';
import type { Services } from './services.js';

/** Runs a function and ignores its errors. Used for work such as cleanup, which the next command that writes completes. */
export function ignoreErrors(work: () => void): void {
  try {
    work();
  } catch {
    // The error is ignored on purpose.
  }
}

/** A warning of a command that succeeded nevertheless. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** The next step for the user, if no use case performs it. */
  readonly hint?: string;
  /**
   * Use cases that help, best first; printed as part of the hint.
   * @hide
   */
  readonly advice?: readonly Advice[];
}

/** Arguments of a use case; the request may be left out if all its fields may. */
export type Given<Request> =
  Partial<Request> extends Request | Record<string, undefined> ? [request?: Request] : [request: Request];

/** A use case: checks the request, then runs. `request` is the schema of its requests. */
export interface UseCase<Request extends object, Result> {
  readonly request: RequestSchema<Request>;
  /** @throws SpectoolError if the use case refuses the request; nothing is changed then. */
  (use: Services, ...[request]: Given<Request>): Promise<Result>;
}

/** Makes a use case of the schema of its requests and a function that takes the services it needs by name. */
export function useCase<Request extends object, Result>(
  request: RequestSchema<NoInfer<Request>>,
  run: (use: Services, request: Request) => Result | Promise<Result>,
): UseCase<Request, Result> {
  const execute = async (use: Services, ...[given]: Given<Request>): Promise<Result> => {
    try {
      return await run(use, checkedRequest(request, given));
    } catch (error) {
      throw toldFailure(error);
    }
  };
  return Object.assign(execute, { request });
}
