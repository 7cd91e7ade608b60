import {
  criteriaOfDocument,
  type CriterionProof,
  retiredWords,
  findCriterion,
} from '../../domain/criteria/criteria.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { quoted } from '../../domain/value/text.js';
import { type ChangeResult, reopenAdvice } from '../changes/changeResult.js';
import { type RequestOf, required, text, texts, words, type Warning, useCase } from '../useCase.js';
import type { Services } from '../services.js';
import { fieldText } from '../../domain/fields/fieldText.js';
import { changeOneSpec } from '../changes/changeSpecs.js';

/** Adds a criterion: fills the first checkbox without text in its section, else appends a checkbox. */
export const addCriterion = useCase(
  {
    spec: required(text),
    /** Text of the criterion, a single line. */
    text: required(words),
    /** A criterion of another spec that no longer counts once the new one is met: `12/AC2` or `12/2`. */
    replaces: text,
  },
  (use, { spec, text: criterion, replaces: replaced }): ChangeResult => {
    const result = changeOneSpec(use, {
      command: 'add-criterion',
      spec,
      commands: () => {
        const replaces = replaced === undefined ? undefined : replacedCriterion(use, replaced, spec);
        return [
          { type: 'AddCriterion', data: { text: criterion, ...(replaces !== undefined && { replaces }) } },
        ];
      },
      unchanged: (ref) => `${ref} already has this criterion`,
    });
    const { ref, status, archived } = result.spec;
    if (status !== 'complete' || result.events.length === 0) return result;
    const warning: Warning = {
      code: 'CRITERIA_UNCHECKED',
      message: `${ref} is complete, but the new criterion is open.`,
      advice: [
        {
          useCase: 'listCriteria',
          request: { spec: ref },
          to: 'see the number of the criterion; tick the criterion once it is met',
        },
        reopenAdvice(ref, archived),
      ],
    };
    return { ...result, warnings: [...result.warnings, warning] };
  },
);

/** Ticks criteria. The log records actor, time and proof. */
export const checkCriteria = useCase(
  {
    spec: required(text),
    /** Criteria to tick, each given by its number, label, or the beginning of its text. */
    criteria: required(texts),
    /** Proof that the criteria are met, one or several of: a person (`by`), a commit, a test. */
    by: words,
    commit: text,
    test: words,
    /** Why the person in `by` is sure that the criterion is met. With a reason, the criterion counts as attested. */
    reason: words,
  },
  (use, request): ChangeResult => {
    const { spec, criteria } = request;
    refuseNone(criteria);
    const proof = proofOf(request, request.commit === undefined ? undefined : commit(use, request.commit));
    return changeOneSpec(use, {
      command: 'check',
      spec,
      commands: (_, { by }) => [
        { type: 'CheckCriteria', data: { criteria, by, ...(proof !== undefined && { proof }) } },
      ],
      unchanged: (ref) => `${thoseOf(criteria, ref)} already ticked`,
    });
  },
);

/**
 * Returns the full hash of a commit, because a branch name may later refer to another commit. An unknown hash is returned
 * unchanged, because it may be from another clone; so is any name without git.
 */
function commit({ commitLog }: Services, name: string): string {
  const commit = commitLog.commitNamed(name);
  if (commit !== undefined) return commit;
  if (/^[\da-f]{4,64}$/i.test(name) || commitLog.commitNamed('HEAD') === undefined) return name;
  throw new SpectoolError('FIELD_INVALID', `There is no commit ${JSON.stringify(name)}.`, {
    hint: 'Use the hash of a commit, a branch or a tag.',
    details: { field: 'commit' },
  });
}

/** Unticks criteria. */
export const uncheckCriteria = useCase(
  {
    spec: required(text),
    /** Criteria to untick, each given by its number, label, or the beginning of its text. */
    criteria: required(texts),
    reason: words,
  },
  (use, { spec, criteria, reason }): ChangeResult => {
    refuseNone(criteria);
    const data = { criteria, ...(reason !== undefined && { reason }) };
    return changeOneSpec(use, {
      command: 'uncheck',
      spec,
      commands: () => [{ type: 'UncheckCriteria', data }],
      unchanged: (ref) => `${thoseOf(criteria, ref)} not ticked`,
    });
  },
);

function refuseNone(criteria: readonly string[]): void {
  if (criteria.length > 0) return;
  throw new SpectoolError('USAGE', 'No criterion was specified.', {
    hint: 'Specify at least one criterion by its number, its label, or the beginning of its text.',
  });
}

function thoseOf({ length }: readonly string[], ref: string): string {
  return length === 1 ? `This criterion of ${ref} is` : `These criteria of ${ref} are`;
}

function proofOf(
  { by, test, reason }: RequestOf<typeof checkCriteria.request>,
  commit: string | undefined,
): CriterionProof | undefined {
  if (reason !== undefined && by === undefined)
    throw new SpectoolError('USAGE', 'A reason needs the person who confirms the criterion.', {
      hint: 'Specify the person too, in "by".',
    });
  const given = Object.entries({ by, commit, test, reason }).flatMap(([kind, value]) =>
    value === undefined ? [] : [[kind, fieldText(kind, value)] as const],
  );
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** Adds labels (`AC1:`) to criteria without one, so that the names of tests can refer to them. */
export const labelCriteria = useCase({ spec: required(text) }, (use, { spec }): ChangeResult => {
  return changeOneSpec(use, {
    command: 'label',
    spec,
    commands: () => [{ type: 'LabelCriteria', data: {} }],
    unchanged: (ref) => `All criteria of ${ref} already have labels`,
  });
});

/** Retires a criterion: it stays in the text, struck through, but no longer counts. */
export const retireCriterion = useCase(
  {
    spec: required(text),
    /** The criterion, given by its number, label, or the beginning of its text. */
    criterion: required(text),
    reason: required(words),
    /** The spec that has the criterion now, and the criterion's label or number there: `14` or `14/AC2`. */
    by: text,
  },
  (use, request): ChangeResult => {
    const { spec, criterion, reason } = request;
    return changeOneSpec(use, {
      command: 'retire',
      spec,
      commands: () => {
        const by = request.by === undefined ? undefined : successor(use, request.by);
        const data = { criterion, reason, ...(by !== undefined && { by }) };
        return [{ type: 'RetireCriterion', data }];
      },
      unchanged: (ref) => `This criterion of ${ref} is already retired`,
    });
  },
);

/** Returns the reference to the succeeding criterion: folder name of its spec, with its label or number. */
function successor(use: Services, by: string): string {
  const at = by.lastIndexOf('/');
  const whole = at < 0 ? use.specCatalog.nameOf(by) : nameIfAny(use, by);
  if (whole !== undefined) return whole;
  const folder = use.specCatalog.find(by.slice(0, at));
  const criteria = criteriaOfDocument(use.specStore.open(folder), use.config.criteria.sections);
  const { label, n, text: words } = findCriterion(criteria, by.slice(at + 1), folder.ref);
  // Refuse a retired successor: criteria that retire each other would all count as done without being met.
  if (retiredWords(words) !== undefined)
    throw new SpectoolError(
      'FIELD_INVALID',
      `This is a retired criterion of ${folder.ref}: ${quoted(words)}.`,
      {
        hint: 'Choose a criterion that is not retired.',
        details: { field: 'by' },
      },
    );
  return `${folder.ref}/${label ?? String(n)}`;
}

/** Returns the reference to the criterion that a new one of `spec` replaces. */
function replacedCriterion(use: Services, replaced: string, spec: string): string {
  const found = successor(use, replaced);
  const [ref] = found.split('/');
  if (found !== ref && ref !== use.specCatalog.find(spec).ref) return found;
  throw new SpectoolError('FIELD_INVALID', `A criterion cannot replace ${quoted(replaced)}.`, {
    hint: 'Name a criterion of another spec: its number, "/", and the label or number of the criterion.',
    details: { field: 'replaces' },
  });
}

function nameIfAny({ specCatalog }: Services, reference: string): string | undefined {
  try {
    return specCatalog.nameOf(reference);
  } catch (error) {
    if (error instanceof SpectoolError && error.code === 'SPEC_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Restores a retired criterion, so that it counts again. */
export const restoreCriterion = useCase(
  {
    spec: required(text),
    /** The retired criterion, given by its number, label, or the beginning of its text. */
    criterion: required(text),
  },
  (use, { spec, criterion }): ChangeResult => {
    return changeOneSpec(use, {
      command: 'restore',
      spec,
      commands: () => [{ type: 'RestoreCriterion', data: { criterion } }],
      unchanged: (ref) => `This criterion of ${ref} is not retired`,
    });
  },
);
