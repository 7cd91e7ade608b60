import type { ChangeResult } from '../../changes/changeResult.js';
import { required, text, type RequestSchema } from '../../requestSchema.js';
import { ChangeOneSpec } from '../changeOneSpec.js';

export interface LabelCriteriaRequest {
  readonly spec: string;
}

/** Gives labels (`AC1:`) to criteria that have none, so that tests can name them. */
export class LabelCriteria extends ChangeOneSpec<LabelCriteriaRequest> {
  static readonly request: RequestSchema<LabelCriteriaRequest> = { spec: required(text) };

  protected override async run({ spec }: LabelCriteriaRequest): Promise<ChangeResult> {
    return this.change({
      command: 'label',
      spec,
      commands: () => [{ type: 'LabelCriteria', data: {} }],
      unchanged: (ref) => `All criteria of ${ref} have labels already`,
    });
  }
}
