import { SpectoolError } from '../../../domain/errors/spectoolError.js';
import type { LogEnd } from '../../../domain/log/logSummary.js';
import { PROJECT_STREAM } from '../../../domain/log/records/record.js';
import { FEWEST_TO_PACK } from '../../../domain/log/records/recordOrderAndFormat.js';
import { type RequestOf, flag, texts, type Warning, useCase } from '../../useCase.js';
import type { Services } from '../../services.js';

/** Returns a note that packing the log is worthwhile; empty if it is not. @param ends summaries of the logs of all specs. */
export function packingNotes(ends: Iterable<Pick<LogEnd, 'unpacked'>>): readonly Warning[] {
  const gain = packingGain(ends);
  if (gain === undefined) return [];
  return [
    {
      code: 'LOG_UNPACKED',
      message: `${String(gain.files)} log files can be packed into ${String(gain.packs)}; git is faster with fewer files, and they take less space.`,
      advice: [{ useCase: 'compactLog', to: 'pack the log' }],
    },
  ];
}

export interface CompactLogResult {
  readonly packed: readonly { readonly stream: string; readonly files: number }[];
  /** Why nothing was packed; only with `auto`. */
  readonly skipped?: 'does not pay' | 'git operation';
  readonly warnings?: readonly Warning[];
}

/** Packs log files into fewer, larger ones; state and history stay the same. */
export const compactLog = useCase(
  {
    /** Specs whose logs to pack; by default all logs, including the log of the project. */
    specs: texts,
    /** Pack only if this clearly reduces the number of files, and not during a git operation; not together with `specs`. */
    auto: flag,
  },
  (use, request): CompactLogResult => {
    if (request.auto === true) {
      const skipped = whySkipped(use, request);
      if (skipped !== undefined) return { packed: [], skipped };
    }
    return use.writeSession.change<CompactLogResult>('compact', () => {
      refuseUnderWay(use.merges.continuation());
      const { specs = [] } = request;
      const streams =
        specs.length === 0 ? use.eventLog.streams() : specs.map((reference) => streamOf(use, reference));
      const packed = streams.map((stream) => ({ stream, files: use.eventLog.pack(stream) }));
      return { packed: packed.filter(({ files }) => files > 0) };
    });
  },
);

/** Returns why an automatic run packs nothing; undefined if it packs. Takes no lock, so that a hook does not wait. */
function whySkipped(
  { eventLog, merges }: Services,
  { specs = [] }: RequestOf<typeof compactLog.request>,
): CompactLogResult['skipped'] {
  if (specs.length > 0)
    throw new SpectoolError(
      'USAGE',
      'Automatic packing applies to the whole log, so specs cannot be selected.',
    );
  const streams = eventLog.streams().filter((stream) => stream !== PROJECT_STREAM);
  if (packingGain(eventLog.ends?.(streams).values() ?? []) === undefined) return 'does not pay';
  return merges.continuation() === undefined ? undefined : 'git operation';
}

function streamOf({ specCatalog, specStore, specLogFinder }: Services, reference: string): string {
  const folder = specCatalog.find(reference);
  const { frontmatter } = specStore.open(folder);
  return specLogFinder.of(folder, frontmatter);
}

/** Refuses to pack during a merge: if the merge is aborted, its records must disappear, but in a pack they would stay. */
function refuseUnderWay(continuation: string | undefined): void {
  if (continuation === undefined) return;
  throw new SpectoolError(
    'MERGE_CONFLICT',
    'A merge or another git operation is in progress. If you packed the log now and aborted the operation later, records of the other branch would stay in the log.',
    { hint: `Finish the git operation first (\`${continuation}\`), or abort it.` },
  );
}

/** The least number of files that packing must save. A smaller gain makes no difference to git or the disk. */
const FEWEST_SAVED = 2000;

/** The least share of all log files that packing must save, so that each packing is worth a commit. */
const SMALLEST_SHARE = 0.2;

/** The effect of packing on a project's log files: a number of `files` is replaced by a number of `packs`. */
interface PackingGain {
  readonly files: number;
  readonly packs: number;
}

/**
 * Returns the effect of packing record files, or undefined if packing would save too few files. Packing saves many files if logs
 * have many changes, not if a project has many specs, because a log of one to three files is not packed.
 * @param logs the number of files in each log that a pack would replace; undefined if there are too few.
 */
export function packingGain(
  logs: Iterable<{ readonly unpacked?: number | undefined }>,
): PackingGain | undefined {
  let [files, packs, others] = [0, 0, 0];
  for (const { unpacked = 0 } of logs) {
    if (unpacked < FEWEST_TO_PACK) others += 1;
    else [files, packs] = [files + unpacked, packs + 1];
  }
  const saved = files - packs;
  // The number of files in other logs is unknown but at least one each, so the actual share may be lower.
  const share = saved / (files + others);
  return saved >= FEWEST_SAVED && share >= SMALLEST_SHARE ? { files, packs } : undefined;
}
