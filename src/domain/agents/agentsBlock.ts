/** What AGENTS.md is made of besides its fixed text. */
export interface AgentsFacts {
  readonly projectName: string;
  readonly specsDir: string;
  readonly defaultFile: string;
  /** Command lines with their purpose, in the order they are to be told. */
  readonly commands: readonly { readonly line: string; readonly purpose: string }[];
  /** Path of the skill file when it is installed: it then holds the methodology. */
  readonly skillPath?: string;
}

/** Raised whenever the text changes, so that `init` can say that it refreshed the block. */
export const AGENTS_BLOCK_VERSION = 1;

/** Instructions for AI coding agents: short, and true of this project. Markdown, without markers. */
export function agentsBlock(facts: AgentsFacts): string {
  return [...head(facts), ...(facts.skillPath === undefined ? method(facts) : []), ...rules(facts)].join(
    '\n',
  );
}

function head({
  projectName: name,
  specsDir,
  defaultFile,
  commands,
  skillPath,
}: AgentsFacts): readonly string[] {
  // A name is text: it opens no comment, and so no marker, in the file.
  const projectName = name.replaceAll('<', '&lt;');
  return [
    `# ${projectName}`,
    '',
    `${projectName} keeps its design decisions as specs: short documents in \`${specsDir}/\`, one folder each, managed with the`,
    '`spectool` command line.',
    ...(skillPath === undefined
      ? []
      : [
          '',
          `How to work with specs is told in \`${skillPath}\`. Here stands what is special about this project.`,
        ]),
    '',
    '## Before any task',
    '',
    '1. `spectool board` – what is planned, in progress, blocked.',
    '2. `spectool search "<topic>"` – is there a spec about it already? Search before you create one.',
    `3. Never create or rename spec folders by hand: \`spectool create <name>\` gives the number and \`${defaultFile}\`.`,
    '',
    '## Commands',
    '',
    '| command | what it does |',
    '|---|---|',
    ...commands.map(({ line, purpose }) => `| \`${line.replaceAll('|', '\\|')}\` | ${purpose} |`),
    '',
    'Name a spec by its number (`5`), its folder (`005-user-login`) or its name (`user-login`). Add `--json` to any command for data;',
    'errors then are JSON on stderr: `{"error":{"code","message","hint"}}`. Exit codes: 0 done, 1 the answer is no, 2 wrong usage,',
    '3 the project cannot be used, 4 another command is writing: try again.',
    '',
  ];
}

function method({ defaultFile }: AgentsFacts): readonly string[] {
  return [
    '## Workflow',
    '',
    '| when | do |',
    '|---|---|',
    '| a task begins | `spectool board`, `spectool search "<topic>"`, `spectool view <spec>` |',
    `| there is no spec and one is needed | \`spectool create <name>\`, then write \`${defaultFile}\` below the frontmatter |`,
    '| before the first line of code | `spectool update <spec> --status in-progress` |',
    '| while you work | tick what is done under Success Criteria, note what you decided |',
    '| it is done and checked | `spectool update <spec> --status complete` |',
    '',
    '## When to write a spec',
    '',
    '- Write one for a feature that touches several parts, a breaking change or large refactoring, a decision others must agree to.',
    '- Skip it for bug fixes, trivial changes, refactorings that explain themselves.',
    '',
    '## Quality',
    '',
    '- Problem in two or three sentences. Solution with Technical Details. Success Criteria as a checklist somebody else can test.',
    '  Out of Scope where a reader might expect more.',
    '- Below 2,000 tokens is best, up to 3,500 good; from 3,500 think of splitting, above 5,000 split (`spectool tokens <spec>`).',
    '',
  ];
}

function rules({ defaultFile, specsDir }: AgentsFacts): readonly string[] {
  return [
    '## Rules',
    '',
    `- Read \`${defaultFile}\` of a spec first; look into \`${specsDir}/\` before you design anything.`,
    '- Never edit frontmatter by hand: `spectool update` does it, checks it and logs it.',
    '- A status goes planned → in-progress → complete, one step at a time. Set it when the work starts and when it ends.',
    '- Keep specs minimal, and track progress in them, not elsewhere.',
    '',
    '| mistake | instead |',
    '|---|---|',
    `| making \`${specsDir}/042-x/\` yourself | \`spectool create x\` |`,
    '| writing `status: complete` into the file | `spectool update <spec> --status complete` |',
    '| starting to code with the spec still planned | `spectool update <spec> --status in-progress` first |',
    '| a second spec about the same thing | `spectool search "<topic>"` first |',
  ];
}
