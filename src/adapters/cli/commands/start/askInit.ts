import { cancel, confirm, isCancel, multiselect, text } from '@clack/prompts';
import type { InitProjectRequest } from '../../../../application/commands/initProject.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';

/** What flags and answers say; which program git is to run is not theirs to say. */
export type InitAnswers = Omit<InitProjectRequest, 'mergeDriver'> & { readonly mergeDriver?: boolean };

/** Asks for what no flag has answered. @throws SpectoolError `CANCELLED` when the user leaves. */
export async function askInit(given: InitAnswers, root: string): Promise<InitAnswers> {
  const name = given.name ?? (await askName(root));
  const agentTools = given.agentTools ?? (await askTools());
  const skill =
    given.skill ?? answered(await confirm({ message: 'Install the Agent Skill?', initialValue: false }));
  const mergeDriver =
    given.mergeDriver ??
    answered(
      await confirm({ message: 'Let git merge specs with spectool in this clone?', initialValue: true }),
    );
  return { ...given, ...(name !== undefined && { name }), agentTools, skill, mergeDriver };
}

async function askName(root: string): Promise<string | undefined> {
  const folder = root.split(/[/\\]/).at(-1) ?? '';
  const name = answered(
    await text({ message: 'What is the project called?', placeholder: folder, defaultValue: folder }),
  );
  return name.trim() === '' ? undefined : name;
}

async function askTools(): Promise<string> {
  const chosen = answered(
    await multiselect({
      message: 'Links to AGENTS.md for which assistants? (others read AGENTS.md itself)',
      options: [
        { value: 'alpha', label: 'Assistant ALPHA (ALPHA.md)' },
        { value: 'beta', label: 'Assistant BETA (BETA.md)' },
      ],
      initialValues: ['alpha'],
      required: false,
    }),
  );
  return chosen.length === 0 ? 'none' : chosen.join(',');
}

function answered<T>(answer: T): Exclude<T, symbol> {
  if (!isCancel(answer)) return answer as Exclude<T, symbol>;
  cancel('Nothing was written.');
  throw new SpectoolError('CANCELLED', 'Cancelled.');
}
