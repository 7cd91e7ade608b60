import type { ChangeResult } from '../../changes/changeResult.js';
import { reopening } from '../../changes/requestFields.js';
import { required, text, words, type RequestSchema } from '../../requestSchema.js';
import type { Warning } from '../../warning.js';
import { ChangeOneSpec } from '../changeOneSpec.js';

export interface AddCriterionRequest {
  readonly spec: string;
  /** Text of the criterion, a single line. */
  readonly text: string;
}

/** Adds a criterion: fills the first checkbox without text in its section, else appends a checkbox. */
export class AddCriterion extends ChangeOneSpec<AddCriterionRequest> {
  static readonly request: RequestSchema<AddCriterionRequest> = {
    spec: required(text),
    text: required(words),
  };

  protected override async run({ spec, text: criterion }: AddCriterionRequest): Promise<ChangeResult> {
    const result = this.change({
      command: 'add-criterion',
      spec,
      commands: () => [{ type: 'AddCriterion', data: { text: criterion } }],
      unchanged: (ref) => `${ref} has this criterion already`,
    });
    const { ref, status, archived } = result.spec;
    if (status !== 'complete' || result.events.length === 0) return result;
    const warning: Warning = {
      code: 'CRITERIA_UNCHECKED',
      message: `${ref} is complete, but the new criterion is open.`,
      advice: [
        {
          useCase: 'listCriteria',
          request: { spec: ref },
          to: 'see the number of the criterion; tick the criterion once it is met',
        },
        reopening(ref, archived),
      ],
    };
    return { ...result, warnings: [...result.warnings, warning] };
  }
}
