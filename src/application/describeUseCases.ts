import type { RequestField } from './requestSchema.js';
import { useCases, type UseCaseName } from './useCases.js';

export interface UseCaseDescription {
  /** Property of `Spectool`. */
  readonly name: UseCaseName;
  readonly fields: readonly {
    readonly name: string;
    /** In words: `a list of texts`. */
    readonly expected: string;
    readonly required: boolean;
  }[];
}

/** Every use case with what a request to it can hold, for programs that offer them all: a form, a server. */
export function describeUseCases(): readonly UseCaseDescription[] {
  return (Object.keys(useCases) as UseCaseName[]).map((name) => {
    const schema = useCases[name].request as unknown as Readonly<Record<string, RequestField<unknown>>>;
    const fields = Object.entries(schema);
    return {
      name,
      fields: fields.map(([field, { expected, required = false }]) => ({ name: field, expected, required })),
    };
  });
}
