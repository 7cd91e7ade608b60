import { isSamePerson } from '../../domain/fields/person.js';
import { lastWriter } from '../../domain/log/logSummary.js';
import { textDigest } from '../../domain/log/textHash.js';
import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { Writer } from '../../domain/review/decideApproval.js';
import { endsOfSpecs } from '../records/logEnds.js';
import type { Services } from '../services.js';

/** Finds out who wrote the texts of specs, because an author does not approve an own text. */
export class TextWriters {
  constructor(private readonly use: Services) {}

  /** True if an approval by the text's own author counts: the project allows it, or the log knows no other actor. */
  mayApproveOwn(actor: string): boolean {
    const isOther = (by: string | undefined) => by !== undefined && !isSamePerson(by, actor);
    return (
      this.use.config.workflow.selfApproval ||
      ![...endsOfSpecs(this.use.eventLog).values()].some(
        ({ by, approvals = [] }) => isOther(by) || approvals.some((one) => isOther(one.by)),
      )
    );
  }

  /**
   * Returns the actor who wrote the text last: from the log, or after a hand edit the author of the commit that brought the text.
   * An uncommitted hand edit counts as one by `actor`, who works here. Undefined without git, if the log does not have the author.
   */
  writer(folder: SpecFolder, actor: string): Writer | undefined {
    const document = this.use.specStore.open(folder);
    const { id } = document.frontmatter;
    const records = typeof id === 'string' ? this.use.eventLog.records(id) : [];
    const digest = textDigest(document.text.slice(document.bodyStart), (text) =>
      this.use.hasher.sha256(text),
    );
    const recorded = records.findLast(({ text }) => text !== undefined)?.text;
    const known = lastWriter(records);
    if (known !== undefined && (recorded === undefined || recorded === digest)) return { by: known };
    if (!this.use.clone.available()) return undefined;
    const agreed = this.use.specApprovals.agreedIn(document).digest;
    const texts = this.use.commits.committedTexts(this.use.specStore.documentPath(folder));
    const isOther = texts.findIndex(({ text }) => !this.#is(text, agreed));
    const same = isOther < 0 ? texts : texts.slice(0, isOther);
    const author = this.#author(same.at(-1)?.commit);
    return author === undefined ? { by: actor, isUncommitted: true } : { by: author };
  }

  #is(text: string, digest: string): boolean {
    return this.use.specApprovals.agreedIn(this.use.specStore.parse(text)).digest === digest;
  }

  #author(commit: string | undefined): string | undefined {
    return commit === undefined ? undefined : this.use.commitLog.commits([commit]).commits[0]?.author;
  }
}
