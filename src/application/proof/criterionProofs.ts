import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { Finding } from '../../domain/findings/finding.js';
import type { LogEnd } from '../../domain/log/logSummary.js';
import { criteriaViews, type CriterionView } from '../../domain/log/criteriaViews.js';
import { foldSpec } from '../../domain/log/foldSpec.js';
import type { LogRecord, StreamId } from '../../domain/log/records/record.js';
import {
  isFailedCriterionState,
  isProvenCriterionState,
  type ProofState,
  specProof,
  unmetCriteriaOf,
} from '../../domain/proof/criterionStates.js';
import type { FilesNow } from '../../domain/proof/verdict.js';
import {
  needOfMetCriteria,
  adviseToProve,
  describeUnmetCriterion,
} from '../../domain/spec/operations/status.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Status } from '../../domain/fields/statusAndPriority.js';
import { firstOf, remembered } from '../../domain/value/collections.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/system.js';
import type { Checked, Policy } from '../changes/policy.js';
import { endsOfSpecs, logEnds } from '../changes/specLogs.js';
import type { Services } from '../services.js';
import { Service } from '../useCase.js';
import type { Advice } from '../../domain/errors/spectoolError.js';

/** Determines the proof state of criteria, from the log and the current files. */
export class CriterionProofs extends Service {
  /** True if the project requires proof of each criterion of a complete spec. */
  get isRequired(): boolean {
    return this.use.config.workflow.proof === 'required';
  }

  readonly #read = new WeakMap<object, ReturnType<typeof filesNow>>();

  /** Returns a function that returns a spec's criteria with their states. Each file is read once. */
  reader(now = this.now()) {
    const { sections } = this.use.config.criteria;
    return (document: SpecDocument, records: readonly LogRecord[]): readonly CriterionView[] =>
      criteriaViews(document, sections, records, now(document));
  }

  /**
   * Returns a function that returns a reader of current file contents for a spec, including the files of its field `code`.
   * @param command object that identifies the command; within a command, each file is read once.
   */
  now(command: object = {}): (spec: { readonly frontmatter: JsonObject }) => FilesNow {
    const read = this.#read.get(command) ?? filesNow(this.use.fileSystem, this.use.hasher);
    this.#read.set(command, read);
    return ({ frontmatter: { code } }) => {
      const listed = remembered(() =>
        this.use.codeFiles.files({ fields: code === undefined ? {} : { code } }),
      );
      return { ...read, codeFiles: () => listed(undefined) };
    };
  }

  /** True if no criterion prevents completion and no proof is stale. Criteria that were never proven do not count. */
  isMet({ text, bodyStart, frontmatter }: SpecDocument, records: readonly LogRecord[]): boolean {
    const { spec } = foldSpec(records);
    if (spec.kind === 'absent') return true;
    const read = { body: text.slice(bodyStart), criteriaSections: this.use.config.criteria.sections };
    const judging = { now: this.now()({ frontmatter }), isRequired: true };
    const unmet = unmetCriteriaOf({ ...spec, text: read }, judging);
    return unmet.every(({ state }) => state === 'unverified' || state === 'attested');
  }

  /** Returns the specs whose log has verdicts or attested criteria. Cheap, because it reads only the summaries of the logs. */
  proved(
    specs: readonly SpecView[],
    ends: ReadonlyMap<StreamId, Pick<LogEnd, 'proved'>> = logEnds(
      this.use.eventLog,
      specs.flatMap(({ id }) => id ?? []),
    ),
  ): readonly SpecView[] {
    return specs.filter(({ id }) => id !== null && ends.get(id)?.proved === true);
  }

  /** Returns the specs whose criteria must be checked by `contradicts`. */
  judgeable(specs: readonly SpecView[], ends?: Checked['ends']): readonly SpecView[] {
    const complete = this.isRequired ? specs.filter(({ status }) => status === 'complete') : [];
    return [...new Set([...this.proved(specs, ends), ...complete])];
  }

  /**
   * True if the criterion's state contradicts its tick or the completion of its spec: its tests fail or are missing, or it lacks
   * a proof that the project requires.
   */
  contradicts({ state, done, proof }: CriterionView, status: Status | null): boolean {
    const isComplete = status === 'complete';
    return (
      (isFailedCriterionState(state) && (done || isComplete)) ||
      (this.isRequired && isComplete && !isProvenCriterionState(state, proof))
    );
  }

  /** Returns the criteria of specs with their states, by path of the spec; without retired criteria. */
  criteria(specs: readonly SpecView[]): ReadonlyMap<string, readonly CriterionView[]> {
    const read = this.reading();
    return new Map(specs.map((spec) => [spec.path, read(spec) ?? []]));
  }

  /** Returns the criteria of a document, without retired ones. */
  counting(document: SpecDocument, records: readonly LogRecord[]): readonly CriterionView[] {
    return this.reader()(document, records).filter(({ retired }) => retired === undefined);
  }

  /** Returns a function that returns a spec's criteria, without retired ones. Uses the cache. */
  reading() {
    const values = this.use.keptValues.of<readonly CriterionView[]>('criteria');
    const folders = new Map(this.use.specCatalog.folders().map((folder) => [folder.path, folder]));
    return ({ path, id }: Pick<SpecView, 'path' | 'id'>): readonly CriterionView[] | undefined => {
      const folder = folders.get(path);
      if (folder === undefined) return undefined;
      const kept = values.at(path);
      if (kept.known !== undefined) return kept.known;
      const document = this.use.specStore.open(folder);
      const views = this.counting(document, id === null ? [] : this.use.eventLog.records(id));
      // Do not cache results that depend on git's list of files (field `code`), or on a damaged log, which each run must report.
      const isSure =
        document.frontmatter['code'] === undefined && this.use.eventLog.damages?.(id ?? '').length === 0;
      kept.keep(views, isSure);
      return views;
    };
  }

  /**
   * Adds proof states to specs if the project has ever proved a criterion; other projects see nothing of this feature.
   * @param ends summaries of the logs of all specs, if the caller has read them.
   */
  shown(specs: readonly SpecView[], ends?: ReadonlyMap<StreamId, LogEnd>): readonly SpecView[] {
    if (specs.every(({ criteria }) => criteria === undefined)) return specs;
    const proved = this.proved(specs, ends);
    const isProving = proved.length > 0 || (ends === undefined && this.#hasProved());
    return isProving ? this.withProof(specs, proved) : specs;
  }

  #hasProved(): boolean {
    const { eventLog } = this.use;
    return eventLog.hasProof?.() ?? [...endsOfSpecs(eventLog).values()].some(({ proved }) => proved === true);
  }

  /** Adds proof states to specs. Only the logs of specs with verdicts or attested criteria are read. */
  withProof(specs: readonly SpecView[], all = this.proved(specs)): readonly SpecView[] {
    let read: ReturnType<CriterionProofs['reading']> | undefined;
    // Cache the states separately, because the cached criteria are many times as large.
    const values = this.use.keptValues.of<readonly ProofState[]>('proof');
    const proved = new Set(all);
    return specs.map((spec) => {
      const { done, total } = spec.criteria ?? { done: 0, total: 0 };
      const kept = proved.has(spec) ? values.at(spec.path) : undefined;
      let states = kept?.known;
      if (kept?.known === undefined) {
        states = kept && (read ??= this.reading())(spec)?.map(({ state }) => state);
        kept?.keep(states, true);
      }
      // Without verdicts, criteria are open or unverified.
      states ??= Array.from({ length: total }, (_, i) => (i < done ? 'unverified' : 'open'));
      const proof = specProof(states);
      return proof === undefined ? spec : { ...spec, proof };
    });
  }
}

/** Allows a completion only if the criteria are proven for the current files. */
export const proofPolicy: Policy = {
  needs: ({ config, criterionProofs }, { drafts, spec, to }) => {
    const isRequired = config.workflow.proof === 'required';
    // Ticks are required by the completion itself, so only proofs are checked here.
    if (to !== 'complete' || (spec.verdicts === undefined && !isRequired)) return [];
    const now = criterionProofs.now(drafts)(spec);
    const isFree = config.workflow.completeNeeds === 'nothing';
    const judging = { now, isRequired, by: drafts.actor };
    return needOfMetCriteria(spec, unmetCriteriaOf(spec, isFree ? {} : judging));
  },
  after: ({ criterionProofs }, { drafts, view: { ref, status }, record, document, log }) => {
    const isTested = log.some(({ events }) => events.some(({ type }) => type === 'CriterionTested'));
    if (status !== 'complete' || record === undefined || !isTested) return [];
    const read = criterionProofs.reader(criterionProofs.now(drafts));
    const stale = read(document, log).filter(
      ({ state, retired }) => state === 'stale' && retired === undefined,
    );
    if (stale.length === 0) return [];
    const named = firstOf(stale.map(({ n, label = String(n) }) => label));
    const files = stale.flatMap(({ verdict }) => verdict?.changed ?? []);
    const why = files.length === 0 ? '' : ` (${firstOf([...new Set(files)])} new or changed since)`;
    return [
      {
        code: 'CRITERION_UNVERIFIED',
        message: `${ref} is complete, although its proofs are stale: ${named}${why}.`,
        hint: 'Run the tests again.',
        advice: [adviseToProve(ref)],
      },
    ];
  },
  findings: proofFindings,
};

/** The states of a ticked criterion without a valid test result. */
const UNSHOWN: ReadonlySet<ProofState> = new Set(['not-run', 'stale', 'unverified']);

/**
 * Finds ticked criteria, and criteria of complete specs, whose tests fail or are missing; and criteria of complete specs that
 * lack a required proof. In the last check of a spec before completion, also finds its other failing criteria and its ticks
 * without a valid test result. These findings are not cached, because they depend on the tested files.
 */
function proofFindings(
  { criterionProofs, specStore }: Services,
  { specs: all, ends, chosen, last }: Checked,
): readonly Finding[] {
  const specs = all.filter(
    ({ path, archived, broken }) => !archived && broken !== true && chosen?.has(path) !== false,
  );
  const isLast = ({ path }: SpecView) => last.has(path);
  const criteria = new Map([
    ...criterionProofs.criteria(criterionProofs.judgeable(specs, ends)),
    ...(specs.some(isLast) && criterionProofs.proved(all).length > 0
      ? criterionProofs.criteria(specs.filter(isLast))
      : []),
  ]);
  return specs.flatMap((spec) =>
    (criteria.get(spec.path) ?? []).flatMap((criterion): readonly Finding[] => {
      const { state, done, line, verdict, n } = criterion;
      const isComplete = spec.status === 'complete';
      const isBroken = isFailedCriterionState(state);
      const contradicts = criterionProofs.contradicts(criterion, spec.status);
      if (!contradicts && !(isLast(spec) && (isBroken || (done && UNSHOWN.has(state))))) return [];
      const where = done ? 'although it is ticked' : isComplete ? 'although the spec is complete' : '';
      const words = describeUnmetCriterion({ ...criterion, tests: verdict?.tests ?? [] });
      const attest: Advice = {
        useCase: 'checkCriteria',
        request: { spec: spec.ref, criteria: [String(n)] },
        needs: ['by', 'reason'],
        to: 'attest a criterion that no test can prove',
      };
      return [
        {
          severity: contradicts && isComplete ? 'error' : 'warning',
          code: isBroken ? 'CRITERION_FAILING' : 'CRITERION_UNVERIFIED',
          file: specStore.documentPath(spec),
          line,
          message: `${words.state}${where === '' ? '' : `, ${where}`}.`,
          fix: `${words.wayOut}.`.replace(/^./, (first) => first.toUpperCase()),
          advice: [
            adviseToProve(spec.ref),
            ...(state === 'unverified' || state === 'attested' ? [attest] : []),
          ],
        },
      ];
    }),
  );
}

/** Returns a reader of current file contents. It reads each file once, so it must not be kept after the command. */
function filesNow(files: FileSystem, hasher: Hasher): Omit<FilesNow, 'codeFiles'> {
  /** Returns the text of a file. A file that cannot be read counts as missing. */
  const textOf = (path: string): string | undefined => {
    try {
      return files.readText(path);
    } catch {
      return undefined;
    }
  };
  const { sha256 } = hasher;
  return {
    // Ignore line endings, because git may change them on checkout.
    hashOf: remembered((path) => {
      const text = textOf(path);
      return text === undefined ? undefined : sha256(text.replaceAll('\r\n', '\n')).slice(0, 16);
    }),
    times: (path, text) => (textOf(path)?.split(text).length ?? 1) - 1,
    sha256,
  };
}
