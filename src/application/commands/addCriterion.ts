import type { ChangeResult } from '../changes/changeResult.js';
import { required, text, type RequestSchema } from '../requestSchema.js';
import { ChangeOneSpec } from './changeOneSpec.js';

export interface AddCriterionRequest {
  readonly spec: string;
  /** One line. */
  readonly text: string;
}

/** Adds a criterion: in the first blank box of its section, else behind the last one. */
export class AddCriterion extends ChangeOneSpec<AddCriterionRequest> {
  static readonly request: RequestSchema<AddCriterionRequest> = {
    spec: required(text),
    text: required(text),
  };

  protected override async run({ spec, text: criterion }: AddCriterionRequest): Promise<ChangeResult> {
    return this.change({
      command: 'add-criterion',
      spec,
      commands: () => [{ type: 'AddCriterion', data: { text: criterion } }],
      unchanged: (ref) => `${ref} has this criterion already`,
    });
  }
}
