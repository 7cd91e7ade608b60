import { createTwoFilesPatch } from 'diff';
import type { InitProjectResult } from '../../../../application/commands/project/initProject.js';
import type { SkillInstalled } from '../../../../application/setup/assistantFilesAndSkill.js';
import type { FoundProject } from '../../../../application/spectool.js';
import type { Warning } from '../../../../application/useCase.js';
import { ASSISTANTS, SKILLS_ONLY, SUPPORTED } from '../../../../domain/project/assistants.js';
import { CONFIG_FILE } from '../../../../domain/project/projectFolders.js';
import { formerFlag, negatableFlag, listFlag, switchFlag, textFlag } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';
import { safeBlock, safeText } from '../../layout/terminalText.js';
import { createStyle, type Terminal } from '../../layout/terminalStyle.js';
import { isOwnDriverLine, mergeDriverLine, programOf } from '../../mergeDriverShellLine.js';
import { listed, projectFlag } from '../../projects.js';
import type { InitAnswers } from '../../prompt.js';

/** Assistants that `--agent-tools` accepts by name, but that are not included in its value `all`. */
const MORE = ASSISTANTS.map(({ name }) => name).filter(
  (name) => !SUPPORTED.includes(name) && name !== SKILLS_ONLY,
);

export const initCommand = defineCommand({
  name: 'init',
  group: 'Start',
  usedBy: 'everyone',
  purpose: 'create configuration, templates, AGENTS.md, links; safe to run again',
  examples: [
    ['Use the defaults', 'spectool init -y'],
    [
      'With a link to AGENTS.md for each of two AI assistants, and the Agent Skill',
      'spectool init -y --agent-tools alpha,beta --skill',
    ],
    [
      'With a hook: each session of the assistant begins with `prime`',
      'spectool init -y --agent-tools claude --hooks',
    ],
  ],
  takes: {
    yes: switchFlag('-y,--yes', 'use the defaults, and ask no questions'),
    agentTools: listFlag(
      '--agent-tools alpha|beta|all|detected|skills|none,…',
      `the AI assistants to set up: each gets a link to AGENTS.md if it needs one, or two lines in its file if the file exists, and, with --skill, the Agent Skill. Names: ${[...SUPPORTED, ...MORE].join(', ')}, and assistants in the configuration. all means ${SUPPORTED.join(', ')} and those that have files in this project; detected means only the latter; skills means no assistant by name, but the Agent Skill in .agents/skills/, where most of them look`,
    ),
    template: textFlag(
      '--template TEMPLATE',
      'the template for new specs: default, api, feature, bug, a name from the configuration or a file in .spectool/templates/',
    ),
    skill: negatableFlag(
      '--skill',
      'whether to install the Agent Skill, which explains spectool to AI assistants',
    ),
    hooks: negatableFlag(
      '--hooks',
      'whether to write hooks: AI assistants then run `prime` when a session begins, git runs `validate` before each commit and merges specs field by field; --no-hooks removes them from this clone',
    ),
    name: textFlag('--name TEXT', 'the name of the project'),
    mergeDriver: formerFlag(negatableFlag('--merge-driver', 'as --hooks, for merges only')),
  },
  writes: true,
  hidesConfigWarnings: true,
  runs: 'initProject',
  run: async (
    spectool,
    { yes, agentTools, ...flags },
    { context, cwd, json },
  ): Promise<InitProjectResult> => {
    const given: InitAnswers = {
      ...flags,
      ...(agentTools !== undefined && { agentTools: agentTools.join(',') }),
    };
    const setup = await spectool.showSetup.execute();
    const asks = context.output.interactive && !yes && !json;
    const answers = asks ? await (await import('../../prompt.js')).askInit(given, setup) : given;
    const { mergeDriver: before } = setup;
    const isOwn = before !== undefined && isOwnDriverLine(before);
    const { mergeDriver = answers.hooks ?? isOwn, ...request } = answers;
    const line = mergeDriverLine(context.program);
    const isRemoved = answers.hooks === false && !mergeDriver && isOwn;
    const result = await spectool.initProject.execute({
      ...request,
      ...((mergeDriver || isRemoved) && { mergeDriver: isRemoved ? '' : line }),
    });
    const notes = [
      ...(mergeDriver ? driverReplaced(before, line) : []),
      ...(result.created.includes(CONFIG_FILE) ? projectsBelow(context.projects(cwd)) : []),
    ];
    return { ...result, warnings: [...result.warnings, ...notes] };
  },
  render: renderInit,
});

/** Returns a note if git used another merge driver before, because the new one now applies to all projects of the clone. */
function driverReplaced(before: string | undefined, line: string): readonly Warning[] {
  const now = programOf(line);
  if (before === undefined || programOf(before) === now) return [];
  return [
    {
      code: 'MERGE_DRIVER_REPLACED',
      message: `In this clone, git now merges specs with ${now}. Before: ${programOf(before)}.`,
      hint: 'The setting applies to all projects of the clone. To use the other program again, run its `init --hooks`.',
    },
  ];
}

/** Returns a warning if the new project is above other projects, because it may have been made by mistake. */
function projectsBelow(found: readonly FoundProject[]): readonly Warning[] {
  const projects = found.filter(({ path }) => path !== '.' && !path.startsWith('../'));
  const [first] = projects;
  if (first === undefined) return [];
  return [
    {
      code: 'PROJECTS_BELOW',
      message: `This project is above other projects.${listed(projects)}`,
      hint: `To work on one of them from here, remove this project: delete its .spectool folder, and use \`${projectFlag(first, projects)}\`.`,
    },
  ];
}

/** Matches the files `ALPHA.md` and `BETA.md` of the placeholder assistants `alpha` and `beta`, which no real program reads. */
const PLACEHOLDERS = /^(?:ALPHA|BETA)\.md$/;

/** Renders the files that `init` created and the files that it kept. No final newline. */
function renderInit(result: InitProjectResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  const links = new Map(result.links.map((link) => [link.path, link]));
  const line = (verb: string, path: string) => {
    const link = links.get(path);
    const note =
      link === undefined
        ? ''
        : style.quiet(
            link.kind === 'link'
              ? ` -> ${link.target}`
              : ` (${link.kind === 'copy' ? 'copy of' : 'refers to'} ${link.target})`,
          );
    return `  ${verb.padEnd(8)} ${style.quiet(safeText(path))}${note}`;
  };
  const lines = [
    ...result.created.map((path) => line('created', path)),
    ...result.updated.map((path) => line('updated', path)),
    ...(result.removed ?? []).map((path) => line('removed', path)),
  ];
  const isServed = result.found !== undefined || result.links.some(({ kind }) => kind === 'reference');
  const placeholders = isServed ? [] : result.created.filter((path) => PLACEHOLDERS.test(path));
  const hasSpecs = !result.created.includes('specs');
  const head = lines.length === 0 ? 'Everything is up to date in' : 'Initialised';
  return [
    `${head} ${style.quiet(safeText(result.root))}`,
    ...lines,
    ...(result.kept.length > 0 && lines.length > 0
      ? [style.quiet(`  kept     ${result.kept.map(safeText).join(', ')}`)]
      : []),
    ...(result.mergeDriver === 'available'
      ? [style.step('To let git merge specs by field in this clone: spectool init --hooks')]
      : []),
    ...(result.found === undefined
      ? []
      : [
          style.step(
            `AI assistants also found in this project: ${result.found.map(safeText).join(', ')}. To link their files to AGENTS.md: spectool init --agent-tools ${[...result.agentTools, 'detected'].map(safeText).join(',')}`,
          ),
        ]),
    ...(placeholders.length === 0
      ? []
      : [
          style.step(
            `${placeholders.join(' and ')} ${placeholders.length === 1 ? 'is only a placeholder' : 'are only placeholders'}, which no AI assistant reads. To create the file that your assistant reads, such as CLAUDE.md: spectool init --agent-tools claude`,
          ),
        ]),
    style.step(
      result.created.includes('.spectool/config.json')
        ? `Next: ${hasSpecs ? 'spectool validate' : 'spectool create my-first-spec'}`
        : 'Next: spectool board',
    ),
  ].join('\n');
}

export const skillInstallCommand = defineCommand({
  name: 'skill install',
  group: 'Tools',
  purpose: 'install the Agent Skill, which explains spectool to AI assistants',
  examples: [['Replace an edited skill', 'spectool skill install --force']],
  takes: {
    force: switchFlag('--force', 'replace the files of the skill even if they were edited'),
  },
  writes: true,
  runs: 'installSkill',
  render: renderSkill,
});

/**
 * Renders what `skill install` did with the skill file. If the user has edited the file, renders its differences from the file
 * that is installed with spectool.
 */
function renderSkill(
  { path, action, written = [], edited = [] }: SkillInstalled,
  terminal: Terminal,
): string {
  const style = createStyle(terminal);
  const verbs = {
    created: 'Installed',
    updated: 'Updated',
    unchanged: 'Unchanged',
    replaced: 'Replaced',
    kept: 'Kept',
  };
  const differences = edited.map((file) =>
    safeBlock(
      createTwoFilesPatch(`${file.path} (yours)`, `${file.path} (shipped)`, file.current, file.shipped),
    ),
  );
  const others = written.filter((one) => one !== path);
  return [
    ...(edited.length > 0 ? edited.map((file) => file.path) : [path]).map(
      (one) => `${verbs[action]} ${style.path(safeText(one))}`,
    ),
    ...others.map((one) => `  wrote ${style.path(safeText(one))}`),
    ...differences,
  ].join('\n');
}
