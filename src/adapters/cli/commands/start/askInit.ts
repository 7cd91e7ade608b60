import { cancel, confirm, isCancel, multiselect, select, text } from '@clack/prompts';
import type { InitProjectRequest } from '../../../../application/commands/initProject.js';
import type { ShowSetupResult } from '../../../../application/queries/showSetup.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { safeText } from '../../layout/safeText.js';

/** What flags and answers say; which program git is to run is not theirs to say. */
export type InitAnswers = Omit<InitProjectRequest, 'mergeDriver'> & {
  readonly mergeDriver?: boolean;
};

/** Asks for what no flag has answered; what stands is the first choice. @throws SpectoolError `CANCELLED` when the user leaves. */
export async function askInit(given: InitAnswers, setup: ShowSetupResult): Promise<InitAnswers> {
  const name = given.name ?? (await askName(setup));
  const template = given.template ?? (await askTemplate(setup));
  const agentTools = given.agentTools ?? (await askTools(setup));
  const skill =
    given.skill ??
    answered(await confirm({ message: 'Install the Agent Skill?', initialValue: setup.skill }));
  const mergeDriver =
    given.mergeDriver ??
    answered(
      await confirm({ message: 'Let git merge specs with spectool in this clone?', initialValue: true }),
    );
  return { ...given, name, template, agentTools, skill, mergeDriver };
}

async function askName({ name }: ShowSetupResult): Promise<string> {
  const answer = answered(
    await text({ message: 'What is the project called?', placeholder: name, defaultValue: name }),
  );
  return answer.trim() === '' ? name : answer;
}

async function askTemplate({ template, templates }: ShowSetupResult): Promise<string> {
  const others = templates.map((name) => ({ value: name, label: safeText(name) }));
  return answered(
    await select({
      message: 'Which template do new specs start from? (`create --template` takes any of them)',
      options: [{ value: template, label: safeText(template), hint: 'as it is' }, ...others],
      initialValue: template,
    }),
  );
}

async function askTools({ agentTools, assistants }: ShowSetupResult): Promise<string> {
  const chosen = answered(
    await multiselect({
      message: 'Which assistants work here? (links to AGENTS.md, and the skill where they look for it)',
      options: assistants.map(({ name, file, detected }) => ({
        value: name,
        label:
          file === undefined
            ? `${safeText(name)} (reads AGENTS.md)`
            : `${safeText(name)} (${safeText(file)})`,
        ...(detected && { hint: 'found here' }),
      })),
      initialValues: [
        ...new Set([...agentTools, ...assistants.flatMap(({ name, detected }) => (detected ? [name] : []))]),
      ],
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
