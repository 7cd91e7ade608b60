export const SHELLS = ['bash', 'zsh', 'fish'] as const;

const BASH = `_spectool() {
  local IFS=$'\\n'
  COMPREPLY=($(spectool completion complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _spectool spectool
`;

const ZSH = `#compdef spectool
_spectool() {
  local -a candidates
  candidates=("\${(@f)$(spectool completion complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a candidates
}
if [ "$funcstack[1]" = "_spectool" ]; then _spectool; else compdef _spectool spectool; fi
`;

const FISH = `complete -c spectool -f -a '(spectool completion complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`;

/** The script for a shell; undefined for one that is not known. */
export function completionScript(shell: string): string | undefined {
  return new Map([
    ['bash', BASH],
    ['zsh', ZSH],
    ['fish', FISH],
  ]).get(shell);
}
