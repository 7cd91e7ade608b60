import { plainText, documentTextProblem } from '../../domain/document/documentText.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { changedByBoth } from '../../domain/reconcile/reconcileFields.js';
import type { EditedCopy } from '../../ports/system.js';
import { changedResults, type ChangeResult } from '../changes/changeResult.js';
import { brokenSpec } from '../changes/brokenAndDuplicateSpecs.js';
import type { ChangedSpec } from '../changes/plannedChange.js';
import { required, text, type Warning, useCase } from '../useCase.js';
import { mergeDocumentSides } from './project/mergeDocuments.js';
import type { Services } from '../services.js';

/** Opens a copy of a spec's document in the user's editor, merges the result with changes made meanwhile, and records it. */
export const editSpec = useCase({ spec: required(text) }, async (use, { spec }): Promise<ChangeResult> => {
  const folder = use.specCatalog.find(spec);
  const opened = use.specStore.open(folder);
  if (opened.problem !== undefined) throw brokenSpec(use.specStore.documentPath(folder), opened.problem);
  const { id } = opened.frontmatter;
  const copy = await use.editor.edit(opened.text, `${folder.ref}.md`);
  const { bytes, unread } = copy;
  const lost = unread === undefined ? 'is missing' : `cannot be read: ${unread}`;
  const saved = bytes === undefined ? { problem: lost } : plainText(bytes);
  const problem = saved.text === undefined ? saved.problem : documentTextProblem(saved.text);
  const typed = problem === undefined ? { text: withId(use, opened, saved.text ?? '') } : { problem };
  const isUntouched = typed.text === opened.text || (bytes === undefined && unread === undefined);
  const left = isUntouched ? discarded(copy) : [];
  const where = isUntouched ? left.map(({ message: hint }) => ({ hint }))[0] : kept(copy);
  if (copy.problem !== undefined)
    throw new SpectoolError('CANCELLED', `The editor ${copy.problem}; nothing was changed.`, {
      ...where,
    });
  if (typed.text === opened.text)
    return {
      spec: use.specCatalog.viewOf(folder, opened),
      events: [],
      warnings: [
        { code: 'UNCHANGED', message: `${folder.ref} was saved without an edit; nothing was changed.` },
        ...left,
      ],
    };
  if (typed.text === undefined)
    throw new SpectoolError('FIELD_INVALID', `The saved text ${typed.problem}; nothing was changed.`, {
      ...where,
    });
  const result = record(use, typeof id === 'string' ? id : folder.ref, opened, typed.text, copy);
  return { ...result, warnings: [...result.warnings, ...discarded(copy)] };
});

/** Restores the `id` that the document had before the edit, because with another `id` the spec would lose its history. */
function withId({ specStore, specLogFinder }: Services, { frontmatter }: SpecDocument, text: string): string {
  const typed = specStore.parse(text);
  const stays = typed.problem !== undefined || !specLogFinder.isLogged(frontmatter);
  if (stays || typed.frontmatter['id'] === frontmatter.id) return text;
  return specStore.edit(typed, new Map([['id', frontmatter.id]])).text;
}

/** Records the text as the user edited it. If that fails, the edited copy is kept. */
function record(
  use: Services,
  spec: string,
  opened: SpecDocument,
  typed: string,
  copy: EditedCopy,
): ChangeResult {
  try {
    const edited = use.specStore.parse(typed);
    if (edited.problem !== undefined) throw brokenSpec(copy.path, edited.problem);
    return use.writeSession.change('edit', (drafts) => {
      const folder = use.specCatalog.find(spec);
      const document = merged(use, opened, use.specStore.open(folder), edited);
      const [changed] = use.changeSpecs.apply(drafts, [
        { folder, commands: () => [], typed: document },
      ]) as readonly [ChangedSpec];
      const [result] = changedResults(use.specCatalog, [changed]) as readonly [ChangeResult];
      return result;
    });
  } catch (error) {
    if (!(error instanceof SpectoolError)) throw error;
    const { code, message } = error;
    throw new SpectoolError(code, message, {
      ...kept(copy),
      details: { copy: copy.path },
    });
  }
}

/** Merges the edited text with changes of the document made since the copy was opened. */
function merged(use: Services, opened: SpecDocument, now: SpecDocument, edited: SpecDocument): string {
  if (now.text === opened.text) return edited.text;
  const sides = { base: opened.text, ours: now.text, theirs: edited.text };
  const fields = changedByBoth({
    base: opened.frontmatter,
    ours: now.frontmatter,
    theirs: edited.frontmatter,
  });
  const merged = mergeDocumentSides(use, sides);
  if (merged !== undefined && merged.conflicts === 0 && fields.size === 0) return merged.text;
  const where = fields.size === 0 ? 'the same lines' : [...fields].join(', ');
  throw new SpectoolError(
    'MERGE_CONFLICT',
    `Another change was made to ${where} while you had the spec open; your edit was not saved.`,
  );
}

/** Deletes the edited copy. A failure is only a warning, because the change is already recorded. */
function discarded(copy: EditedCopy): readonly Warning[] {
  const message = copy.discard();
  return message === undefined ? [] : [{ code: 'COPY_LEFT', message }];
}

function kept({ path }: EditedCopy): { readonly hint: string } {
  return { hint: `Your text was saved to ${path}. Edit the spec again, and copy what you need.` };
}
