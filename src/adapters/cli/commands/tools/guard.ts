import { basename, dirname, join, relative, sep } from 'node:path';
import { asCalled } from '../../../../domain/project/programCall.js';
import { REFUSED_WRITE } from '../../../presentation/agentInstructions.js';
import type { CliContext } from '../../cliContext.js';
import { defineCommand } from '../../defineCommand.js';
import { safeText } from '../../layout/terminalText.js';

/** The command `guard`, which the hooks of AI assistants written by `init --hooks` call. */
export const guardCommand = defineCommand({
  name: 'guard',
  group: 'Tools',
  usedBy: 'git',
  purpose: 'refuse a write that would remove text from a spec; hooks of AI assistants run this command',
  details: `
      Reads the call of an assistant's tool from standard input, as JSON. If the call replaces a spec's document, and the new text lacks
      notes, ticks, criteria, fields or most of the lines, prints what would be lost and exits with 2. Otherwise, and after an error,
      prints nothing and exits with 0.
    `,
  examples: [['In a hook that runs before a tool', 'spectool guard']],
  takes: {},
  general: [],
  execute: async (_given, { context }) => {
    const refusal = await refusalOf(context).catch(() => undefined);
    if (refusal !== undefined) context.stderr.write(`${refusal}\n`);
    return refusal === undefined ? 0 : 2;
  },
});

/** Returns why the write on standard input is refused; undefined if it is not. Throws for input that is no write of a file. */
async function refusalOf(context: CliContext): Promise<string | undefined> {
  const call = JSON.parse(Buffer.from(context.readInput()).toString('utf8')) as {
    readonly tool_input: { readonly file_path: string; readonly content: string };
  };
  const { file_path: file, content: text } = call.tool_input;
  const folder = context.realFolder(dirname(file));
  const project = context.open(folder);
  const path = relative(project.root, join(folder, basename(file))).replaceAll(sep, '/');
  const { spec, removed } = await project.previewWrite.execute({ path, text });
  if (spec === undefined || removed.length === 0) return undefined;
  const hint = `Change only the lines that differ, replace a section with \`spectool section ${spec} HEADING --set -\`, or use \`spectool check\`, \`spectool retire\` and \`spectool update\`.`;
  return `${REFUSED_WRITE}${safeText(path)} was not written. The new text lacks ${safeText(removed.join(', '))}.\n${asCalled(hint, context.output.program)}`;
}
