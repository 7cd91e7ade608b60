import type { Spectool } from '../../application/spectool.js';
import { asCalled } from '../../domain/project/programCall.js';
import type { CliContext } from './cliContext.js';

/**
 * Returns sentences about what the setup of this clone lacks, each at most once a day; none in CI.
 * @param instructions true to include AGENTS.md and the skill.
 */
export async function setupReminders(
  spectool: Spectool,
  { environment, output }: CliContext,
  instructions = false,
): Promise<readonly string[]> {
  if ((environment['CI'] ?? '') !== '') return [];
  const { missing, outdated } = await spectool.findSetupGaps.execute({ instructions });
  const lacks = `This clone lacks ${missing.join(' and ')}: set up with \`spectool init --hooks\`, or decline in this clone with \`git config spectool.hooks false\`.`;
  const isOld = `From an earlier version: ${outdated.join(' and ')}. Update with \`spectool init\`.`;
  return [...(missing.length === 0 ? [] : [lacks]), ...(outdated.length === 0 ? [] : [isOld])].map((text) =>
    asCalled(text, output.program),
  );
}
