import type { Sides } from '../../domain/log/reconcile.js';
import type { LogRecord } from '../../domain/log/record.js';
import { mergeDocument, type MergedText } from '../../domain/merging/mergeDocument.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { FrontmatterParser } from '../../ports/frontmatterParser.js';
import type { Repository } from '../../ports/repository.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Needs } from '../services.js';
import { required, text, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

/** Three versions of one document. */
export type DocumentSides = Sides<string>;

/** The merged text, and how many conflicts are left marked in it. */
export type MergedDocument = MergedText;

/** Merges versions of a spec's document as the one judge decides (`mergeDocument`). */
export class MergeDocuments extends UseCase<DocumentSides, MergedDocument> {
  static readonly needs = ['specStore', 'frontmatterParser', 'repository', 'eventLog'] as const;
  static readonly request: RequestSchema<DocumentSides> = {
    base: required(text),
    ours: required(text),
    theirs: required(text),
  };
  readonly #store: SpecStore;
  readonly #parser: FrontmatterParser;
  readonly #repository: Repository;
  readonly #log: EventLog;

  constructor(services: Needs<typeof MergeDocuments>) {
    super();
    this.#store = services.specStore;
    this.#parser = services.frontmatterParser;
    this.#repository = services.repository;
    this.#log = services.eventLog;
  }

  /**
   * As git's merge driver asks: the merged text, conflicts marked in it. Versions that cannot be merged by field are
   * merged as plain text.
   */
  protected override async run(sides: DocumentSides): Promise<MergedDocument> {
    return this.merge(sides) ?? this.#repository.mergeText(sides.ours, sides.base, sides.theirs);
  }

  /** @returns undefined where the versions cannot be merged by field; `mergeDocument` says when. */
  merge(sides: DocumentSides): MergedDocument | undefined {
    return mergeDocument(sides, this.#recordsOf(sides), {
      parse: (text) => this.#store.parse(text),
      format: (value) => this.#parser.format(value),
      mergeText: (ours, base, theirs) => this.#repository.mergeText(ours, base, theirs),
    });
  }

  /** What the log tells of the spec, as far as it is here. */
  #recordsOf({ ours, theirs }: DocumentSides): readonly LogRecord[] {
    const ids = [ours, theirs].map((version) => this.#store.parse(version).frontmatter['id']);
    const id = ids.find((one) => typeof one === 'string');
    return id === undefined ? [] : this.#log.records(id);
  }
}
