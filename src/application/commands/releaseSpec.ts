import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { wordMeant } from '../../domain/fields/wordSynonyms.js';
import type { ChangeResult } from '../changes/changeResult.js';
import { required, text, type RequestSchema } from '../requestSchema.js';
import { ChangeOneSpec } from './changeOneSpec.js';

export interface ReleaseSpecRequest {
  readonly spec: string;
  /** Status after the release: `planned` sets the spec back to planned; unchanged by default. */
  readonly status?: string | undefined;
}

/** Releases a claimed spec. */
export class ReleaseSpec extends ChangeOneSpec<ReleaseSpecRequest> {
  static readonly request: RequestSchema<ReleaseSpecRequest> = { spec: required(text), status: text };

  protected override async run({ spec, status: given }: ReleaseSpecRequest): Promise<ChangeResult> {
    const status = given === undefined ? undefined : wordMeant(given, ['planned', 'in-progress']);
    if (given !== undefined && status === undefined)
      throw new SpectoolError(
        'USAGE',
        `The status of a released spec is planned or in-progress, not ${JSON.stringify(given)}.`,
        {
          advice: [
            {
              useCase: 'updateSpec',
              request: { spec, status: 'complete' },
              to: 'complete the spec, which also ends the claim',
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
