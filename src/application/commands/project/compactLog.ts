import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { EventLog } from '../../../ports/eventLog.js';
import type { Merges } from '../../../ports/repository/merges.js';
import type { SpecStore } from '../../../ports/specStore.js';
import type { SpecIdentities } from '../../changes/specIdentities.js';
import type { WriteSession } from '../../changes/writeSession.js';
import { texts, type RequestSchema } from '../../requestSchema.js';
import type { SpecCatalog } from '../../specCatalog.js';
import { UseCase } from '../../useCase.js';
import type { Warning } from '../../warning.js';

export interface CompactLogRequest {
  /** Every stream of the log without it. */
  readonly specs?: readonly string[] | undefined;
}

export interface CompactLogResult {
  readonly packed: readonly { readonly stream: string; readonly files: number }[];
  readonly warnings?: readonly Warning[];
}

/** What keeps the files of one stream as they are. */
const OF_ONE_STREAM: ReadonlySet<string> = new Set(['WRITE_FAILED', 'LOG_UNREADABLE']);

/** Fewer, larger log files; state and history stay the same. */
export class CompactLog extends UseCase<CompactLogRequest, CompactLogResult> {
  static readonly request: RequestSchema<CompactLogRequest> = { specs: texts };

  constructor(
    private readonly access: WriteSession,
    private readonly log: EventLog,
    private readonly catalog: SpecCatalog,
    private readonly store: SpecStore,
    private readonly identities: SpecIdentities,
    private readonly merges: Pick<Merges, 'continuation'>,
  ) {
    super();
  }

  protected override async run(request: CompactLogRequest): Promise<CompactLogResult> {
    return this.access.change<CompactLogResult>('compact', () => {
      refuseUnderWay(this.merges.continuation());
      const { specs = [] } = request;
      const streams =
        specs.length === 0 ? this.log.streams() : specs.map((reference) => this.#streamOf(reference));
      const packed: { readonly stream: string; readonly files: number }[] = [];
      const refused: SpectoolError[] = [];
      for (const stream of streams) {
        try {
          packed.push({ stream, files: this.log.pack(stream) });
        } catch (error) {
          // Each by itself is whole: one that may not be written keeps nobody from packing the others.
          if (!(error instanceof SpectoolError) || !OF_ONE_STREAM.has(error.code)) throw error;
          refused.push(error);
        }
      }
      const done = packed.filter(({ files }) => files > 0);
      const [first] = refused;
      if (first !== undefined && done.length === 0) throw first;
      const warnings = refused.map(({ message, hint, advice }) => ({
        code: 'LOG_NOT_PACKED',
        message: `A part of the log was left as it is. ${message}`,
        advice,
        ...(hint !== undefined && { hint }),
      }));
      return { packed: done, ...(warnings.length > 0 && { warnings }) };
    });
  }

  #streamOf(reference: string): string {
    const folder = this.catalog.find(reference);
    const { frontmatter } = this.store.open(folder);
    return this.identities.of(folder, frontmatter);
  }
}

/** Records that a merge brings go with it if it is given up; in a pack they would stay. */
function refuseUnderWay(continuation: string | undefined): void {
  if (continuation === undefined) return;
  throw new SpectoolError(
    'MERGE_CONFLICT',
    'Git is in the middle of a merge or the like: what it brings would stay in the log, even if it were given up.',
    { hint: `Finish it first (\`${continuation}\`), or give it up.` },
  );
}
