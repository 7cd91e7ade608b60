import { cancel, confirm, isCancel, multiselect, select, text, updateSettings } from '@clack/prompts';
import type { UseCaseRequest } from '../../application/spectool.js';
import type { ShowSetupResult } from '../../application/queries/project/showSetup.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { SKILLS_ONLY, SUPPORTED } from '../../domain/project/assistants.js';
import { safeText } from './layout/terminalText.js';

const CTRL_D = '\x04';

/**
 * Asks the user a question. Ctrl-C, Ctrl-D and a closed terminal cancel the question. The closed terminal is detected here,
 * because the prompt library does not detect it.
 * @param ask runs the prompt; its signal aborts when standard input ends.
 * @returns the answer, or undefined if the user cancelled.
 */
export async function prompt<T>(
  ask: (until: { readonly signal: AbortSignal }) => Promise<T>,
): Promise<Exclude<T, symbol> | undefined> {
  updateSettings({ aliases: { [CTRL_D]: 'cancel' } });
  const ended = new AbortController();
  const end = () => {
    ended.abort();
  };
  if (process.stdin.readableEnded) end();
  process.stdin.once('end', end);
  try {
    const answer = await ask({ signal: ended.signal });
    return isCancel(answer) ? undefined : (answer as Exclude<T, symbol>);
  } finally {
    process.stdin.off('end', end);
  }
}

/**
 * The request of `init` from flags and the user's answers. `mergeDriver` only says whether to set up a merge driver.
 */
export type InitAnswers = Omit<UseCaseRequest<'initProject'>, 'mergeDriver'> & {
  readonly mergeDriver?: boolean;
};

/**
 * Asks the user for the settings that no flag gave, with the current settings as defaults.
 * @throws SpectoolError `CANCELLED` if the user cancels.
 */
export async function askInit(given: InitAnswers, setup: ShowSetupResult): Promise<InitAnswers> {
  const name = given.name ?? (await askName(setup));
  const agentTools = given.agentTools ?? (await askTools(setup));
  const template = given.template ?? (await askTemplate(setup));
  const skill =
    given.skill ??
    (await answered((until) =>
      confirm({
        message: 'Install the Agent Skill, which explains spectool to AI assistants?',
        initialValue: setup.skill,
        ...until,
      }),
    ));
  const mergeDriver =
    given.mergeDriver ??
    (await answered((until) =>
      confirm({ message: 'Let git merge specs with spectool in this clone?', initialValue: true, ...until }),
    ));
  return { ...given, name, template, agentTools, skill, mergeDriver };
}

async function askName({ name }: ShowSetupResult): Promise<string> {
  const answer = await answered((until) =>
    text({
      message: 'What is the project called?',
      placeholder: safeText(name),
      defaultValue: name,
      ...until,
    }),
  );
  return answer.trim() === '' ? name : answer;
}

async function askTemplate({ template, templates }: ShowSetupResult): Promise<string> {
  const others = templates.map((name) => ({ value: name, label: safeText(name) }));
  return answered((until) =>
    select({
      ...until,
      message: 'Which template do new specs use? (`create --template` can select another one)',
      options: [{ value: template, label: safeText(template), hint: 'current' }, ...others],
      initialValue: template,
    }),
  );
}

async function askTools({ agentTools, assistants: known, initialized }: ShowSetupResult): Promise<string> {
  // Sort the assistants found in this project first, and `alpha` and `beta`, which are only placeholders, last.
  const rank = ({ name, detected }: (typeof known)[number]) =>
    detected ? 0 : SUPPORTED.includes(name) ? 2 : 1;
  const assistants = [...known].sort((a, b) => rank(a) - rank(b));
  const isFound = known.some(({ detected }) => detected);
  const chosen = await answered((until) =>
    multiselect({
      ...until,
      message: 'Which AI assistants work on this project? (each gets a link to AGENTS.md if it needs one)',
      options: assistants.map(({ name, file, detected }) => ({
        value: name,
        label:
          name === SKILLS_ONLY
            ? `${name} (the Agent Skill in .agents/skills/)`
            : file === undefined
              ? `${safeText(name)} (reads AGENTS.md)`
              : `${safeText(name)} (${safeText(file)})`,
        ...(detected && { hint: 'found here' }),
      })),
      initialValues: [
        // In a new project, preselect the assistants that were found instead of the default ones.
        ...new Set([
          ...(isFound && !initialized ? [] : agentTools),
          ...assistants.flatMap(({ name, detected }) => (detected ? [name] : [])),
        ]),
      ],
      required: false,
    }),
  );
  return chosen.length === 0 ? 'none' : chosen.join(',');
}

async function answered<T>(ask: Parameters<typeof prompt<T>>[0]): Promise<Exclude<T, symbol>> {
  const answer = await prompt(ask);
  if (answer !== undefined) return answer;
  cancel('Nothing was written.');
  throw new SpectoolError('CANCELLED', 'Cancelled.');
}
