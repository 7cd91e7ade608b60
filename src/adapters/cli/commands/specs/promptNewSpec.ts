import { cancel, select } from '@clack/prompts';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { PRIORITIES, type Priority } from '../../../../domain/spec/status.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { askText, prompt } from '../../prompt.js';

/** The answers for a new spec. */
export interface NewSpecAnswers {
  readonly title: string;
  readonly template?: string;
  readonly fields: { readonly priority?: Priority };
}

/**
 * Asks for the title of a new spec, and for its type (template) and priority if they were not given.
 * @throws SpectoolError `CANCELLED` if the user cancels.
 */
export async function askNewSpec(wanted: {
  readonly templates?: { readonly names: readonly string[]; readonly standard: string };
  readonly asksPriority: boolean;
}): Promise<NewSpecAnswers> {
  const title = await askText('What is the title?', 'User login');
  const { names = [], standard = '' } = wanted.templates ?? {};
  const template =
    names.length < 2
      ? ''
      : await chosen('Which type?', [
          { value: '', label: 'standard', hint: safeText(standard) },
          ...names
            .filter((name) => name !== standard && name !== 'default')
            .map((name) => ({ value: name, label: safeText(name) })),
        ]);
  const priority = wanted.asksPriority
    ? await chosen<Priority | ''>('Which priority?', [
        { value: '', label: 'none' },
        ...PRIORITIES.map((value) => ({ value, label: value })),
      ])
    : '';
  return { title, ...(template !== '' && { template }), fields: priority === '' ? {} : { priority } };
}

async function chosen<Value extends string>(
  message: string,
  options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[],
): Promise<Value> {
  const answer = await prompt((until) => select<string>({ ...until, message, options: [...options] }));
  if (answer !== undefined) return answer as Value;
  cancel('Nothing was written.');
  throw new SpectoolError('CANCELLED', 'Nothing was created.');
}
