import { toldFailure } from '../domain/errors/fileFailure.js';
import type { Services } from './services.js';
import { checkedRequest, type RequestSchema } from './requestSchema.js';

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
