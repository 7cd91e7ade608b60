import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { PROGRAM } from '../../../../domain/project/programCall.js';
import { argument } from '../../flagsAndArguments.js';
import { defineCommand } from '../../defineCommand.js';

export interface CompletionScript {
  readonly shell: string;
  readonly script: string;
}

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** The command `completion`, which prints a script. At each Tab, the script calls `completion complete -- WORD…`. */
export const completionCommand = defineCommand({
  name: 'completion',
  group: 'Tools',
  usedBy: 'few',
  purpose: 'print a shell completion script',
  details: `
      If spectool is installed only in a project and is not on the PATH, the script also defines a shell function \`spectool\` that
      runs the spectool of the project with npx.
    `,
  examples: [
    ['bash, in ~/.bashrc', 'eval "$(spectool completion bash)"'],
    ['zsh, in ~/.zshrc', 'eval "$(spectool completion zsh)"'],
    ['fish', 'spectool completion fish > ~/.config/fish/completions/spectool.fish'],
  ],
  takes: { shell: argument(SHELLS.join('|')) },
  general: ['json'],
  hidesConfigWarnings: true,
  run: async (_spectool, { shell }, { context }): Promise<CompletionScript> => {
    const script = completionScript(shell, context.output.program);
    if (script !== undefined) return { shell, script };
    throw new SpectoolError(
      'USAGE',
      `There is no completion script for "${shell}". There is one for ${SHELLS.join(', ')}.`,
    );
  },
  raw: ({ script }) => script,
});

/**
 * The completion script for bash. `completion complete` prints one candidate per line, its description after a tab; if it prints
 * none, bash completes file names.
 */
const BASH = `_spectool() {
  local IFS=$'\\n'
  COMPREPLY=($(spectool completion complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1 | while IFS= read -r word; do printf '%q\\n' "$word"; done))
}
complete -o default -F _spectool spectool
`;

const ZSH = `#compdef spectool
_spectool() {
  local -a lines described
  lines=("\${(@f)$(spectool completion complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  lines=("\${(@)lines:#}")
  if (( \${#lines} == 0 )); then
    _files
    return
  fi
  described=("\${(@)lines/$'\\t'/:}")
  _describe spectool described
}
if [ "$funcstack[1]" = "_spectool" ]; then _spectool; else compdef _spectool spectool; fi
`;

const FISH = `complete -c spectool -f -k -a '(spectool completion complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
complete -c spectool -l cwd -x -a '(__fish_complete_directories)'
complete -c spectool -n '__fish_seen_subcommand_from create' -l body -r -F
`;

/**
 * Returns the completion script for a shell; undefined for an unknown shell.
 * @param program how the program is called, such as `npx spectool`.
 */
function completionScript(shell: string, program: string = PROGRAM): string | undefined {
  const name =
    program === PROGRAM ? '' : `command -v ${PROGRAM} >/dev/null || ${PROGRAM}() { ${program} "$@"; }\n`;
  const inFish = name && `type -q ${PROGRAM}; or function ${PROGRAM}; ${program} $argv; end\n`;
  return new Map([
    ['bash', name + BASH],
    ['zsh', ZSH.replace('\n', () => `\n${name}`)],
    ['fish', inFish + FISH],
  ]).get(shell);
}
