import type { RequestField } from './requestSchema.js';
import { useCases, type UseCaseName } from './useCases.js';

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
    const schema = useCases[name].request as unknown as Readonly<Record<string, RequestField<unknown>>>;
    const fields = Object.entries(schema);
    return {
      name,
      fields: fields.map(([field, { expected, required = false }]) => ({ name: field, expected, required })),
    };
  });
}
