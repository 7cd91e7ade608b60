import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { Hasher } from '../../ports/hasher.js';
import type { SpecStore } from '../../ports/specStore.js';
import { changedResult, type ChangeResult } from '../changes/changeResult.js';
import type { ChangedSpec, ChangeSpecs } from '../changes/changeSpecs.js';
import type { OpenClaims } from '../changes/openClaims.js';
import { streamOf } from '../changes/streamOf.js';
import type { WriteSession } from '../changes/writeSession.js';
import { required, text, type RequestSchema } from '../requestSchema.js';
import type { Needs } from '../services.js';
import type { SpecCatalog } from '../specCatalog.js';
import { UseCase } from '../useCase.js';

export interface ReleaseSpecRequest {
  readonly spec: string;
  /** `planned` sets it back, as if nobody had begun. */
  readonly status?: string | undefined;
}

/** Gives a claimed spec back. */
export class ReleaseSpec extends UseCase<ReleaseSpecRequest, ChangeResult> {
  static readonly needs = [
    'writeSession',
    'specCatalog',
    'specStore',
    'changeSpecs',
    'openClaims',
    'hasher',
  ] as const;
  static readonly request: RequestSchema<ReleaseSpecRequest> = { spec: required(text), status: text };
  readonly #access: WriteSession;
  readonly #catalog: SpecCatalog;
  readonly #store: SpecStore;
  readonly #changes: ChangeSpecs;
  readonly #claims: OpenClaims;
  readonly #hasher: Hasher;

  constructor(services: Needs<typeof ReleaseSpec>) {
    super();
    this.#access = services.writeSession;
    this.#catalog = services.specCatalog;
    this.#store = services.specStore;
    this.#changes = services.changeSpecs;
    this.#claims = services.openClaims;
    this.#hasher = services.hasher;
  }

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
    return this.#access.change('release', (drafts) => {
      const folder = this.#catalog.find(spec);
      const stream = streamOf(folder.ref, this.#store.open(folder).frontmatter, this.#hasher);
      const elsewhere = this.#claims.elsewhere(drafts.at, [stream]).get(stream);
      const data = {
        claimant: this.#claims.claimant(drafts.actor, drafts.at),
        ...(elsewhere && { elsewhere }),
        toPlanned: status === 'planned',
      };
      const [changed] = this.#changes.apply(drafts, [
        { folder, commands: () => [{ type: 'Release', data }] },
      ]) as readonly [ChangedSpec];
      const result = changedResult(this.#catalog, changed);
      if (changed.record !== undefined || result.warnings.length > 0) return result;
      const message = `${folder.ref} is not claimed by ${drafts.actor}; nothing was changed.`;
      return { ...result, warnings: [{ code: 'UNCHANGED', message }] };
    });
  }
}
