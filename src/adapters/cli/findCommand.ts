import type { UseCaseName } from '../../application/useCases.js';
import { type CommandDefinition, type CommandEntry, definitionOf } from './commandDefinition.js';
import { commandTable } from './commandTable.js';

/** Returns the command whose name is at the beginning of `words`, if any. */
export function commandNamed(words: readonly string[]): CommandEntry | undefined {
  return commandTable.find(({ name }) => name.split(' ').every((word, i) => words[i] === word));
}

/** Returns the command that runs a use case, if any. */
export function commandFor(useCase: UseCaseName): CommandEntry | undefined {
  return commandTable.find((one) => one.useCase === useCase || one.alsoRuns?.includes(useCase) === true);
}

/** Loads the classes of all commands and returns their definitions, in the order of the command table. */
export async function allDefinitions(): Promise<readonly CommandDefinition[]> {
  const definitions: CommandDefinition[] = [];
  for (const entry of commandTable) definitions.push(definitionOf(entry, await entry.load()));
  return definitions;
}
