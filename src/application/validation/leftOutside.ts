import { firstOf } from '../../domain/value/bounds.js';
import { parentOf } from '../../domain/naming/projectPath.js';
import type { LeftOutside } from '../../ports/repository/commits.js';
import { quoteForShell } from '../shellQuoting.js';
import type { Warning } from '../warning.js';

/** Names what lies where the project was before it was moved, with the commands that move it along. */
export function outsideWarnings(left: readonly LeftOutside[]): readonly Warning[] {
  if (left.length === 0) return [];
  const places = new Map<string, string[]>();
  for (const { from, to } of left) {
    const folder = parentOf(to) || '.';
    places.set(folder, [...(places.get(folder) ?? []), quoteForShell(from)]);
  }
  const commands = [...places].map(
    ([folder, froms]) => `git mv ${froms.join(' ')} ${quoteForShell(`${folder}/`)}`,
  );
  return [
    {
      code: 'NOT_READ',
      message: `A merge left a part of the project where it was before it was moved, so it is not read: ${firstOf(left.map(({ from }) => from))}.`,
      hint: `Run \`${commands.join(' && ')}\`.`,
    },
  ];
}
