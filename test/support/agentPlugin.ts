import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandNamed } from '../../src/adapters/cli/commandTable.js';
import { hookTexts } from '../../src/adapters/presentation/agentInstructions.js';
import { PROGRAM_OF_PROJECT } from '../../src/adapters/system/systemServices.js';
import { SKILL_FILES, SKILL_NAME } from '../../src/application/setup/assistantFilesAndSkill.js';
import { type Assistant, ASSISTANTS, hookItem } from '../../src/domain/project/assistants.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The commands of the plugin, each with what it is given. */
const COMMANDS = {
  board: '',
  create: 'NAME',
  next: '',
  prime: '',
  search: 'QUERY',
  validate: '',
  view: 'SPEC',
} as const;
const CALL = `If \`spectool\` is not on the PATH, run it as \`${PROGRAM_OF_PROJECT}\`.`;

/**
 * Sets `d` to the nearest folder with a project, and ends quietly if there is none: a plugin is on in every folder, and most have
 * no specs.
 */
const IN_A_PROJECT =
  'd=$(pwd -P); until [ -f "$d/.spectool/config.json" ]; do [ -n "$d" ] || exit 0; d=${d%/*}; done';

/** Returns the files of the plugin for coding agents, by their paths below `plugin/`. */
export function agentPlugin(): ReadonlyMap<string, string> {
  const { name, version, description, license } = JSON.parse(read('package.json')) as Record<string, string>;
  const manifest = { name, version, description, author: { name }, license };
  const claude = ASSISTANTS.find((one) => one.name === 'claude');
  const hooks = [
    { hook: claude?.sessionHook, command: (one: Assistant) => hookTexts.sessionCommand(one) },
    { hook: claude?.writeHook, command: () => hookTexts.guardCommand },
  ].flatMap(({ hook, command }) =>
    claude === undefined || hook === undefined
      ? []
      : [[hook.list.at(-1) ?? '', [hookItem(hook, `${IN_A_PROJECT}; ${command(claude)}`)]] as const],
  );
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return new Map([
    ['.claude-plugin/plugin.json', json(manifest)],
    [
      '.claude-plugin/marketplace.json',
      json({ name, owner: { name }, plugins: [{ name, source: './', description }] }),
    ],
    [
      '.codex-plugin/plugin.json',
      json({
        ...manifest,
        skills: './skills/',
        hooks: './hooks/hooks.json',
        interface: { displayName: name, shortDescription: description, category: 'Developer Tools' },
      }),
    ],
    [
      '.agents/plugins/marketplace.json',
      json({
        name,
        plugins: [
          {
            name,
            source: { source: 'local', path: './' },
            policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
            category: 'Developer Tools',
          },
        ],
      }),
    ],
    ['hooks/hooks.json', json({ hooks: Object.fromEntries(hooks) })],
    ...Object.entries(COMMANDS).map(
      ([command, argument]) => [`commands/${command}.md`, commandText(command, argument)] as const,
    ),
    ...SKILL_FILES.map((file) => {
      const text = read(`templates/skill/${file}`);
      const called = text.replace(/^# .+\n/m, (title) => `${title}\n${CALL}\n`);
      return [`skills/${SKILL_NAME}/${file}`, called] as const;
    }),
  ]);
}

function commandText(command: string, argument: string): string {
  const purpose = commandNamed([command])?.purpose ?? '';
  const line = ['spectool', command, ...(argument === '' ? [] : ['$ARGUMENTS'])].join(' ');
  return [
    '---',
    `description: ${JSON.stringify(`${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}`)}`,
    ...(argument === '' ? [] : [`argument-hint: ${argument}`]),
    '---',
    '',
    `Run \`${line}\` and tell what it prints. Quote the arguments for the shell. ${CALL}`,
    '',
  ].join('\n');
}
