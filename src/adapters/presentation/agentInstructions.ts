import type { AgentInstructions, AgentsFacts, InstructionWriter } from '../../ports/shippedFiles.js';
import { asCalled, callNeeds, PROGRAM } from '../../domain/project/programCall.js';
import { hookTexts } from './hookTexts.js';

/** Raised whenever the text changes. */
const VERSION = 6;

/** Commands an agent needs every day. */
const TOLD: readonly (readonly [name: string, args: string, purpose?: string])[] = [
  ['prime', ''],
  ['board', ''],
  ['search', '"<topic>"'],
  ['list', '--status in-progress'],
  ['view', '<spec>'],
  [
    'create',
    '<name> --priority high --tags a,b --depends-on <spec>',
    'create a spec with the next number; `--body -` takes its text from standard input',
  ],
  ['update', '<spec> --status in-progress'],
  ['update', '<spec> --add-dep <spec> --add-tag web', 'what it needs, what it is about'],
  ['claim', '<spec>', 'take it to work on, so that nobody else does; `spectool next --claim` takes the best'],
  ['criteria', '<spec>'],
  [
    'check',
    '<spec> 1 --test "<name>"',
    'tick a criterion you have seen hold; `--by`, `--commit`: other proofs',
  ],
  ['note', '<spec> "<text>"'],
  [
    'section',
    '<spec> "<heading>"',
    'print a section; `--set -` and `--append -` write it from standard input',
  ],
  ['next', ''],
  ['deps', '<spec>'],
  ['tokens', '<spec>'],
  ['validate', ''],
  ['history', '<spec>'],
  ['undo', '<event>', 'take a change back, by an id of `history`; nothing is erased'],
  ['archive', '<spec>'],
  ['resolve', ''],
  ['init', ''],
  ['skill install', ''],
];

/** What each command says it is for, by its name. */
export type CommandPurposes = ReadonlyMap<string, string>;

/** Tells agents of the command line. A test holds every command in the text to the commands there are. */
export class CommandLineInstructions implements AgentInstructions {
  readonly hooks = hookTexts;
  readonly #purposes: () => Promise<CommandPurposes>;
  readonly #program: () => string;

  /** @param program how everybody in the project calls it. */
  constructor(purposes: () => Promise<CommandPurposes>, program: () => string = () => PROGRAM) {
    this.#purposes = purposes;
    this.#program = program;
  }

  async load(): Promise<InstructionWriter> {
    const purposes = await this.#purposes();
    return { version: VERSION, write: (facts) => instructions(facts, purposes, this.#program()) };
  }
}

function instructions(facts: AgentsFacts, purposes: CommandPurposes, program: string): string {
  const isLong = facts.skillPath === undefined;
  const told = [
    ...head(facts, callNeeds(program)),
    ...(isLong ? [...beforeAnyTask(facts), ...commands(facts, purposes)] : []),
    ...project(facts),
    ...(isLong ? [...method(facts), ...rules(facts)] : []),
  ];
  return [
    '<!-- Written by spectool init and rewritten with every upgrade: write outside this block. -->',
    '',
    ...title(facts),
    ...told.map((line) => asCalled(line, program)),
  ].join('\n');
}

function title({ projectName, description }: AgentsFacts): readonly string[] {
  return [`# ${named(projectName)}`, '', ...(description === undefined ? [] : [paragraph(description), ''])];
}

/** A name is text: it opens no comment, and so no marker, in the file. */
function named(project: string): string {
  return project.replaceAll('<', '&lt;');
}

function head(
  { projectName, specsDir, skillPath }: AgentsFacts,
  needs: readonly string[],
): readonly string[] {
  return [
    `${named(projectName)} keeps its design decisions as specs: short documents in \`${specsDir}/\`, one folder each, managed with the`,
    ['`spectool` command line.', ...needs].join(' '),
    ...(skillPath === undefined
      ? []
      : [
          '',
          'Begin with `spectool prime`: the rules, what you hold, what others changed since you were here, and what can be started.',
          `The whole way, step by step, is told in \`${skillPath}\`.`,
        ]),
    '',
  ];
}

/** A text of somebody's own: it opens no comment, and begins no heading, list or fence. */
function paragraph(text: string): string {
  return text.replaceAll('<', '&lt;').replace(/^(?=[#>*+=|~`-]|\d+[.)])/, '\\');
}

function beforeAnyTask({ defaultFile }: AgentsFacts): readonly string[] {
  return [
    '## Before any task',
    '',
    '1. `spectool prime` – the rules in short, what you hold, what others changed since you were here, what can be started.',
    '2. `spectool board` – what is planned, in progress, blocked.',
    '3. `spectool search "<topic>"` – is there a spec about it already? Try two or three wordings, and read what comes up, the nearest too:',
    '   `spectool view <spec>`. Archived ones that fit are named below the hits; `--all` shows them.',
    `4. One fits: work with it. None fits: \`spectool create <name>\` gives the number and \`${defaultFile}\`. Never create, copy or rename`,
    '   spec folders by hand.',
    '',
  ];
}

function commands({ exampleRef }: AgentsFacts, purposes: CommandPurposes): readonly string[] {
  const rows = TOLD.map(([name, args, purpose = purposes.get(name) ?? '']) => {
    const line = `spectool ${name} ${args}`.trim().replaceAll('|', '\\|');
    return `| \`${line}\` | ${purpose} |`;
  });
  return [
    '## Commands',
    '',
    '| command | what it does |',
    '|---|---|',
    ...rows,
    '',
    `Name a spec by its number (\`5\`), its folder (\`${exampleRef}\`) or its name (\`user-login\`). Status: planned, in-progress, complete.`,
    'Priority: low, medium, high, critical. `--json` prints one document on standard output, warnings in it; errors go to standard error',
    'as `{"error":{"code","message","hint","details"}}`, the last two where there are any. Exit codes: 0 done (read the warnings),',
    '1 the answer is no, 2 wrong usage, 3 the project cannot be used, 4 another command is writing: run it again.',
    '',
  ];
}

/** What is so in this project, and need not be in another. */
function project({
  specsDir,
  defaultFile,
  exampleFolder,
  templates,
  required,
  customFields,
  collaboration,
}: AgentsFacts): readonly string[] {
  const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  return [
    '## This project',
    '',
    `- A spec is a folder such as \`${exampleFolder}/\` with a \`${defaultFile}\`. Old ones are in \`${specsDir}/archived/\`.`,
    ...(templates.length === 0
      ? []
      : [`- Templates, for \`spectool create <name> --template <template>\`: ${quoted(templates)}.`]),
    ...(required.length === 0 ? [] : [`- Every spec must also have: ${quoted(required)}.`]),
    ...(customFields.length === 0
      ? []
      : [
          `- Custom fields, set with \`spectool update <spec> --field name=value\`: ${customFields.map(([name, type]) => `\`${name}\` (${type})`).join(', ')}.`,
        ]),
    ...(collaboration
      ? [
          '- Every spec names who works on it and who reviews it: `spectool update <spec> --assignee PERSON --reviewer PERSON`.',
        ]
      : []),
    `- Commit \`${specsDir}/\` and \`.spectool/\` together with the code they are about.`,
    '',
  ];
}

function method({ defaultFile }: AgentsFacts): readonly string[] {
  return [
    '## Workflow',
    '',
    '| when | do |',
    '|---|---|',
    `| there is no spec and one is needed | \`spectool create <name>\`, then write every section of \`${defaultFile}\` below the frontmatter |`,
    '| you share a user with other agents | name yourself in every command: `SPECTOOL_ACTOR` in the environment, or `--as NAME` |',
    '| before the first line of code | `spectool claim <spec>`, which sets it in progress and keeps others off it; somebody else holds it: take another |',
    '| you do not go on with it | `spectool release <spec> --status planned` |',
    '| while you work | keep the text true; `spectool check <spec> N` when you have seen a criterion hold; `spectool note` for what you found |',
    '| it is done and checked | `spectool update <spec> --status complete`, which open criteria refuse; `spectool validate <spec> --strict` |',
    '| git reports a conflict in a spec | `spectool resolve`, edit what it leaves marked, `git add`, `git commit`; `spectool init --merge-driver` spares most of them |',
    '| after any merge | `spectool validate`; `--fix` renumbers specs that took the same number |',
    '| a complete spec has to change | a new spec with `--related <spec>`, or reopen it: `spectool update <spec> --status in-progress --force --reason "…"` |',
    '',
    '## When to write a spec',
    '',
    '- Write one for a feature that touches several parts, a breaking change or large refactoring, a decision others must agree to.',
    '- Skip it for bug fixes, trivial changes, and self-explanatory refactorings.',
    '',
    '## Quality',
    '',
    '- Problem in two or three sentences. Solution with Technical Details. Success Criteria as a checklist somebody else can test.',
    '  Out of Scope where a reader might expect more.',
    '- Below 2,000 tokens is best, up to 3,500 good; from 3,500 consider splitting, above 5,000 split (`spectool tokens <spec>`).',
    '',
  ];
}

function rules({ defaultFile, specsDir, exampleFolder }: AgentsFacts): readonly string[] {
  return [
    '## Rules',
    '',
    `- Read \`${defaultFile}\` of a spec first. Check \`${specsDir}/\`, with \`spectool search\`, before you design anything.`,
    '- By command: creating and moving specs, status, tags and all other frontmatter, ticks, notes. By hand, or with `spectool section`: the',
    '  prose below the frontmatter. Never edit frontmatter or tick boxes in the file.',
    '- A status goes planned → in-progress → complete, when the work starts and when it ends, never later.',
    '- Keep specs minimal, and track progress in them, not elsewhere.',
    '',
    '| mistake | instead |',
    '|---|---|',
    `| making \`${exampleFolder}/\` yourself | \`spectool create user-login\` |`,
    '| writing `status: complete` into the file | `spectool update <spec> --status complete` |',
    '| `- [x]` typed into the file | `spectool check <spec> N`: the log then has who, when, and the proof |',
    '| starting on a spec that is blocked | `spectool next` names what can be started |',
    '| two specs about the same thing | `spectool archive <spec>` for the duplicate |',
  ];
}
