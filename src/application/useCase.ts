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

type Given<Request> =
  Partial<Request> extends Request | Record<string, undefined> ? [request?: Request] : [request: Request];

/** Base class of all use cases: `execute` checks the request, then runs. */
export abstract class UseCase<Request extends object, Result> {
  constructor(protected readonly use: Services) {}

  /** Runs the use case. @throws SpectoolError if the use case refuses the request; nothing is changed then. */
  async execute(...[request]: Given<Request>): Promise<Result> {
    const { request: schema } = this.constructor as unknown as { readonly request: RequestSchema<Request> };
    try {
      return await this.run(checkedRequest(schema, request));
    } catch (error) {
      throw toldFailure(error);
    }
  }

  protected abstract run(request: Request): Promise<Result>;
}

/** Static members that every use case class has. */
export interface UseCaseClass<Request extends object> {
  readonly request: RequestSchema<Request>;
}
