import { toldFailure } from '../domain/errors/fileFailure.js';
import { checkedRequest, type RequestSchema } from './requestSchema.js';

type Given<Request> =
  Partial<Request> extends Request | Record<string, undefined> ? [request?: Request] : [request: Request];

/** Something a user can ask for: one method, which checks the request it is given, whoever gives it. */
export abstract class UseCase<Request extends object, Result> {
  /** Refuses with a SpectoolError; a refusal changed nothing. */
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

/** What the class of a use case says of it before there is an instance. */
export interface UseCaseClass<Request extends object> {
  readonly request: RequestSchema<Request>;
}
