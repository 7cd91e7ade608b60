import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ChangeResult } from '../changes/changeResult.js';
import { required, text, type RequestSchema } from '../requestSchema.js';
import { ChangeOneSpec } from './changeOneSpec.js';

export interface ReleaseSpecRequest {
  readonly spec: string;
  /** `planned` sets it back, as if nobody had begun. */
  readonly status?: string | undefined;
}

/** Gives a claimed spec back. */
export class ReleaseSpec extends ChangeOneSpec<ReleaseSpecRequest> {
  static readonly request: RequestSchema<ReleaseSpecRequest> = { spec: required(text), status: text };

  protected override async run({ spec, status }: ReleaseSpecRequest): Promise<ChangeResult> {
    if (status !== undefined && status !== 'planned' && status !== 'in-progress')
      throw new SpectoolError(
        'USAGE',
        `A released spec is planned or in-progress, not ${JSON.stringify(status)}.`,
        {
          advice: [
            {
              useCase: 'updateSpec',
              request: { spec, status: 'complete' },
              to: 'complete it, which ends the claim',
            },
          ],
        },
      );
    return this.change({
      command: 'release',
      spec,
      commands: (_spec, { claimant }) => [
        { type: 'Release', data: { claimant: claimant(), toPlanned: status === 'planned' } },
      ],
      unchanged: (ref, by) => `${ref} is not claimed by ${by}`,
    });
  }
}
