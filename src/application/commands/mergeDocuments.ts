import { mergeFrontmatter } from '../../domain/document/mergeFrontmatter.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import { meantFrontmatter } from '../../domain/log/reconcile.js';
import { frontmatterDiff } from '../../domain/spec/frontmatterDiff.js';
import type { JsonObject } from '../../domain/value/json.js';
import type { EventLog } from '../../ports/eventLog.js';
import type { Repository } from '../../ports/repository.js';
import type { SpecStore } from '../../ports/specStore.js';
import type { Needs } from '../services.js';
import { required, text, type RequestSchema } from '../requestSchema.js';
import { UseCase } from '../useCase.js';

/** Three versions of one document. */
export interface DocumentSides {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

export interface MergedDocument {
  readonly text: string;
  /** Conflicts left marked; all of them in the body. */
  readonly conflicts: number;
}

/**
 * Merges versions of a spec's document: the frontmatter by field (and by the log, as far as it is known), the body by
 * git's own three-way text merge.
 */
export class MergeDocuments extends UseCase<DocumentSides, MergedDocument> {
  static readonly needs = ['specStore', 'repository', 'eventLog'] as const;
  static readonly request: RequestSchema<DocumentSides> = {
    base: required(text),
    ours: required(text),
    theirs: required(text),
  };
  readonly #store: SpecStore;
  readonly #repository: Repository;
  readonly #log: EventLog;

  constructor(services: Needs<typeof MergeDocuments>) {
    super();
    this.#store = services.specStore;
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

  /** @returns undefined when the versions are not of one spec, or one of them cannot be read. */
  merge(sides: DocumentSides): MergedDocument | undefined {
    const [base, ours, theirs] = [sides.base, sides.ours, sides.theirs].map((text) =>
      this.#store.parse(text),
    ) as [SpecDocument, SpecDocument, SpecDocument];
    if (ours.problem !== undefined || theirs.problem !== undefined) return undefined;
    const [ourId, theirId] = [ours.frontmatter['id'], theirs.frontmatter['id']];
    if (ourId !== undefined && theirId !== undefined && ourId !== theirId) return undefined;
    const merged = mergeFrontmatter(base.frontmatter, ours.frontmatter, theirs.frontmatter);
    const id = merged['id'];
    const wanted = typeof id === 'string' ? meantFrontmatter(merged, this.#log.records(id), 'log') : merged;
    return this.#plain(sides, wanted) ?? this.#composed(base, ours, theirs, wanted);
  }

  /** Where git's merge of the whole text gives just what is wanted, comments and layout of both sides survive. */
  #plain(sides: DocumentSides, wanted: JsonObject): MergedDocument | undefined {
    const { text, conflicts } = this.#repository.mergeText(sides.ours, sides.base, sides.theirs);
    if (conflicts > 0) return undefined;
    const document = this.#store.parse(text);
    const same = document.problem === undefined && frontmatterDiff(document.frontmatter, wanted).size === 0;
    return same ? { text, conflicts: 0 } : undefined;
  }

  #composed(
    base: SpecDocument,
    ours: SpecDocument,
    theirs: SpecDocument,
    wanted: JsonObject,
  ): MergedDocument {
    const edited = this.#store.edit(ours, frontmatterDiff(ours.frontmatter, wanted));
    const body = this.#repository.mergeText(bodyOf(ours), bodyOf(base), bodyOf(theirs));
    return { text: edited.text.slice(0, edited.bodyStart) + body.text, conflicts: body.conflicts };
  }
}

function bodyOf(document: SpecDocument): string {
  return document.text.slice(document.bodyStart);
}
