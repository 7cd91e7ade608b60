import {
  autocomplete,
  cancel,
  confirm,
  isCancel,
  multiselect,
  select,
  text,
  updateSettings,
} from '@clack/prompts';
import type { InitProjectRequest } from '../../application/commands/project/initProject.js';
import type { ShowSetupResult } from '../../application/queries/project/showSetup.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import { customFieldValue } from '../../domain/fields/customField.js';
import { type FieldRequest, isSetField, standardField } from '../../domain/fields/standardFields.js';
import { SKILLS_ONLY, SUPPORTED } from '../../domain/project/assistants.js';
import type { Configuration } from '../../domain/project/configuration.js';
import { validField } from '../../domain/spec/operations/fields.js';
import type { SpecView } from '../../domain/spec/specView.js';
import { PRIORITIES, type Priority } from '../../domain/spec/status.js';
import { listOption } from './commandDefinition.js';
import { safeText } from './layout/escapeUnsafeText.js';

const CTRL_D = '\x04';

/**
 * Asks the user a question. Ctrl-C, Ctrl-D and a closed terminal cancel the question; the prompt library alone does not notice a
 * closed terminal.
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

/** Asks the user for a text that must not be empty. @throws SpectoolError `CANCELLED` if the user cancels. */
export async function askText(message: string, placeholder = ''): Promise<string> {
  const answer = await prompt((until) =>
    text({
      ...until,
      message,
      placeholder,
      validate: (typed = '') => (typed.trim() === '' ? 'Type something, or press Ctrl-C.' : undefined),
    }),
  );
  if (answer !== undefined) return answer.trim();
  cancel('Nothing was written.');
  throw new SpectoolError('CANCELLED', 'Cancelled.');
}

const ROWS = 10;

/** Lets the user choose a spec from a list, by typing a part of its number or title. @returns the path of the spec. */
export async function chooseSpec(specs: readonly SpecView[]): Promise<string> {
  const answer = await prompt((until) =>
    autocomplete<string>({
      ...until,
      message: 'Which spec?',
      maxItems: ROWS,
      options: specs.map(({ path, ref, title, status }) => ({
        value: path,
        label: `${safeText(ref)}  ${safeText(title)}`,
        ...(status !== null && { hint: status }),
      })),
    }),
  );
  if (answer !== undefined) return answer;
  cancel('No spec was chosen.');
  throw new SpectoolError('CANCELLED', 'No spec was chosen.');
}

/** Lists similar specs and asks whether to create a new spec anyway. @throws SpectoolError `CANCELLED` if the user declines. */
export async function askSimilar(similar: readonly SpecView[]): Promise<void> {
  const names = similar.map(({ path, title }) => `  ${safeText(path)}  ${safeText(title)}`);
  const message = `These specs may be about the same thing:\n${names.join('\n')}\nCreate a new spec anyway?`;
  const answer = await prompt((until) => confirm({ message, initialValue: true, ...until }));
  if (answer === true) return;
  if (answer === undefined) cancel('Nothing was written.');
  throw new SpectoolError('CANCELLED', 'Nothing was created.', {
    advice: [{ useCase: 'viewSpec', request: { spec: similar[0]?.ref ?? '' }, to: 'read it' }],
  });
}

export type GivenFields = FieldRequest & { readonly fields?: Readonly<Record<string, string>> };

/**
 * Asks the user for required fields that were not given; empty answers are left out.
 * @returns the given values and the answers.
 * @throws SpectoolError `CANCELLED` if the user cancels.
 */
export async function askMissing(
  missing: readonly string[],
  given: GivenFields,
  config: Configuration,
): Promise<GivenFields> {
  const { custom } = config.frontmatter;
  let all = given;
  for (const key of missing) {
    const row = standardField(key);
    const isList = isSetField(key) || custom[key] === 'array';
    const answer = await prompt((until) =>
      text({
        ...until,
        message: `${safeText(key)}? The configuration requires this field. Press Enter to leave it out.`,
        placeholder: row?.values?.join(', ') ?? (isList ? 'several values, separated by commas' : ''),
        validate: (typed = '') => (typed.trim() === '' ? undefined : problemOf(key, typed, config)),
      }),
    );
    if (answer === undefined) {
      cancel('Nothing was written.');
      throw new SpectoolError('CANCELLED', 'Nothing was created.');
    }
    if (answer.trim() === '') continue;
    all =
      row === undefined
        ? { ...all, fields: { ...all.fields, [key]: answer } }
        : { ...all, [row.name]: isSetField(key) ? listOption([answer]) : answer };
  }
  return all;
}

/** Returns why a typed value is invalid for a field; undefined if the value is valid. */
function problemOf(key: string, typed: string, { frontmatter }: Configuration): string | undefined {
  try {
    if (standardField(key) === undefined) customFieldValue(key, typed, frontmatter);
    else if (!isSetField(key)) validField(key, typed);
    return undefined;
  } catch (error) {
    if (error instanceof SpectoolError) return safeText(error.message);
    throw error;
  }
}

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

/**
 * The request of `init` as given by flags and answers, except that `mergeDriver` is only true or false: whether to set one up.
 */
export type InitAnswers = Omit<InitProjectRequest, 'mergeDriver'> & {
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
      message: 'Which template do new specs use? (`create --template` can name another one)',
      options: [{ value: template, label: safeText(template), hint: 'current' }, ...others],
      initialValue: template,
    }),
  );
}

async function askTools({ agentTools, assistants: known, initialized }: ShowSetupResult): Promise<string> {
  // The assistants found in this project come first, the placeholder names last.
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
        // In a new project, the assistants that were found replace the default.
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
