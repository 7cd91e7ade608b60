import { quoteForShell } from '../../application/shellQuoting.js';
import { gitCalledIn } from '../../domain/project/managedTexts.js';
import type { AdviceHint } from './adviceHints.js';
import type { CliContext } from './cliContext.js';
import type { Terminal } from './layout/describeTerminal.js';

/**
 * Returns the terminal and the hints for a project: as in git, paths for a person lead from the working directory to the file,
 * and printed git commands run where the user is. Nothing changes in the project's own folder.
 */
export function pathsFromHere(
  context: CliContext,
  root: string,
  terminal: Terminal,
): { readonly terminal: Terminal; readonly advisedHint: AdviceHint } {
  const way = context.fromHere(root, '');
  if (way === '') return { terminal, advisedHint: context.advisedHint };
  const folder = quoteForShell(way);
  return {
    terminal: { ...terminal, folder, fromHere: (path) => context.fromHere(root, path) },
    advisedHint: async (hint, advice, program) => {
      const told = await context.advisedHint(hint, advice, program);
      return told === undefined ? undefined : gitCalledIn(told, folder);
    },
  };
}
