import { foldSpec } from '../../domain/log/foldSpec.js';
import { type CriterionView, criteriaViews } from '../../domain/log/criteriaViews.js';
import type { LogRecord } from '../../domain/log/records/record.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import { isBad, isProof, specProof } from '../../domain/proof/criterionStates.js';
import { unmetIn } from '../../domain/proof/unmetCriteria.js';
import type { FilesNow } from '../../domain/proof/verdict.js';
import type { Status } from '../../domain/spec/status.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { FileSystem } from '../../ports/fileSystem.js';
import type { Hasher } from '../../ports/system.js';
import { remembered } from '../../domain/value/remembered.js';
import type { JsonObject } from '../../domain/value/jsonValue.js';
import { logEnds } from '../records/logEnds.js';
import type { ChangedSpec } from '../changes/plannedChange.js';
import type { Services } from '../services.js';

/** Tells for each criterion whether it is proven. */
export class CriterionProofs {
  /** True if the project requires proof of each criterion of a complete spec. */
  get isRequired(): boolean {
    return this.use.config.workflow.proof === 'required';
  }

  constructor(private readonly use: Services) {}

  /** Returns a function that gives the criteria of a spec with their states. Each file is read once. */
  reader(now = this.now()) {
    const { sections } = this.use.config.criteria;
    return (document: SpecDocument, records: readonly LogRecord[]): readonly CriterionView[] =>
      criteriaViews(document, sections, records, now(document));
  }

  /** Returns a function that reads the files of a spec, and those that its field `code` selects, as they are now. */
  now(): (spec: { readonly frontmatter: JsonObject }) => FilesNow {
    const read = filesNow(this.use.fileSystem, this.use.hasher);
    return ({ frontmatter: { code } }) => {
      const listed = remembered(() =>
        this.use.codeFiles.files({ fields: code === undefined ? {} : { code } }),
      );
      return { ...read, codeFiles: () => listed(undefined) };
    };
  }

  /** True if nothing keeps a spec from being complete, and no proof is stale; a proof that the spec never had may be missing. */
  isMet({ text, bodyStart, frontmatter }: SpecDocument, records: readonly LogRecord[]): boolean {
    const { spec } = foldSpec(records);
    if (spec.kind === 'absent') return true;
    const read = { body: text.slice(bodyStart), criteriaSections: this.use.config.criteria.sections };
    const judging = { now: this.now()({ frontmatter }), isRequired: true };
    const unmet = unmetIn({ ...spec, text: read }, judging);
    return unmet.every(({ state }) => state === 'unverified' || state === 'attested');
  }

  /** Returns the specs whose log has verdicts or attested criteria. Cheap, because it needs only the ends of the logs. */
  proved(specs: readonly SpecView[]): readonly SpecView[] {
    const ends = logEnds(
      this.use.eventLog,
      specs.flatMap(({ id }) => id ?? []),
    );
    return specs.filter(({ id }) => id !== null && ends.get(id)?.proved === true);
  }

  /** Returns the specs with criteria that may contradict a tick or a completion. */
  judgeable(specs: readonly SpecView[]): readonly SpecView[] {
    const complete = this.isRequired ? specs.filter(({ status }) => status === 'complete') : [];
    return [...new Set([...this.proved(specs), ...complete])];
  }

  /**
   * True if a criterion contradicts its tick or the completion of its spec: its tests fail or are gone, or a proof that the project
   * requires is missing.
   */
  contradicts({ state, done, proof }: CriterionView, status: Status | null): boolean {
    const isComplete = status === 'complete';
    return (
      (isBad(state) && (done || isComplete)) || (this.isRequired && isComplete && !isProof(state, proof))
    );
  }

  /**
   * Returns the criteria of specs that count, with their states, by path.
   * @param changed specs that this command has changed.
   */
  criteria(
    specs: readonly SpecView[],
    changed: readonly Pick<ChangedSpec, 'folder' | 'document' | 'log'>[] = [],
  ): ReadonlyMap<string, readonly CriterionView[]> {
    const read = this.reader();
    const folders = new Map(this.use.specCatalog.folders().map((folder) => [folder.path, folder]));
    const known = new Map(changed.map((one) => [one.folder.path, one]));
    return new Map(
      specs.flatMap(({ path, id }) => {
        const folder = folders.get(path);
        if (folder === undefined) return [];
        const {
          document = this.use.specStore.open(folder),
          log = id === null ? [] : this.use.eventLog.records(id),
        } = known.get(path) ?? {};
        return [[path, read(document, log).filter(({ retired }) => retired === undefined)]];
      }),
    );
  }

  /** Returns specs with their proof if the project has ever proved a criterion, so that other projects see no word of it. */
  shown(
    specs: readonly SpecView[],
    all: readonly SpecView[] = this.use.specCatalog.undated(),
  ): readonly SpecView[] {
    return this.proved(all).length === 0 ? specs : this.withProof(specs);
  }

  /** Returns specs with their proof. Only the logs of specs with verdicts or attested criteria are read. */
  withProof(specs: readonly SpecView[]): readonly SpecView[] {
    const read = this.criteria(this.proved(specs));
    return specs.map((spec) => {
      const { done, total } = spec.criteria ?? { done: 0, total: 0 };
      // Without verdicts, criteria are open or unverified.
      const unread = Array.from({ length: total }, (_, i) => (i < done ? 'unverified' : 'open'));
      const proof = specProof(read.get(spec.path)?.map(({ state }) => state) ?? unread);
      return proof === undefined ? spec : { ...spec, proof };
    });
  }
}

/** Returns a reader of the contents that files have now. It reads each file once, so it must not outlive the command. */
function filesNow(files: FileSystem, hasher: Hasher): Omit<FilesNow, 'codeFiles'> {
  /** Returns the text of a file. A file that cannot be read counts as missing. */
  const textOf = (path: string): string | undefined => {
    try {
      return files.readText(path);
    } catch {
      return undefined;
    }
  };
  const sha256 = (text: string) => hasher.sha256(text);
  return {
    // Line ends do not count, because git may check files out with others.
    hashOf: remembered((path) => {
      const text = textOf(path);
      return text === undefined ? undefined : sha256(text.replaceAll('\r\n', '\n')).slice(0, 16);
    }),
    holds: (path, text) => textOf(path)?.includes(text) === true,
    sha256,
  };
}
