import { personText } from '../../domain/fields/person.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { wordMeant } from '../../domain/fields/wordSynonyms.js';
import type { Warning } from '../warning.js';
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
    const result = this.change({
      command: 'release',
      spec,
      commands: (_spec, { claimant }) => [
        { type: 'Release', data: { claimant: claimant(), toPlanned: status === 'planned' } },
      ],
      unchanged: (ref, by) => `${ref} is not claimed by ${personText(by)}`,
    });
    const { ref, status: now, claim } = result.spec;
    if (now !== 'in-progress' || claim !== undefined || given !== undefined) return result;
    const left: Warning = {
      code: 'LEFT_IN_PROGRESS',
      message: `${ref} stays in progress, and no actor holds it.`,
      advice: [
        {
          useCase: 'updateSpec',
          request: { spec: ref, status: 'planned' },
          needs: ['reason'],
          to: 'put it back to planned',
        },
      ],
    };
    return { ...result, warnings: [...result.warnings, left] };
  }
}
