import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import type { ReadSectionResult } from '../../../../application/queries/viewSpec.js';
import { SpectoolError } from '../../../../domain/errors/spectoolError.js';
import { inputText } from '../../options/textOrStandardInput.js';
import { defineCommand } from '../../defineCommand.js';
import { argument, rare, text } from '../../options/taken.js';
import { renderChanged } from '../specs/renderChanges.js';

/** The result of `section`: of reading or of changing a section. */
export type SectionAnswer = ReadSectionResult | ChangeResult;

export default defineCommand({
  name: 'section',
  group: 'Work',
  purpose: 'print, replace or extend a section of a spec',
  details: `
      A section includes its subsections. If several sections have the heading, name one by a heading above it ("Plan > Risks")
      or by its position ("Risks #2"). The new text may begin with the section's own heading; each other heading in the text needs more
      \`#\` than the section's heading. \`--append\` adds text after the last subsection. To be sure that the section did not change
      since you read it, read it with \`--json\`, which prints a checksum, the \`digest\`, and write with \`--expect DIGEST\`.
    `,
  examples: [
    ['Print a section', 'spectool section 5 Problem'],
    ['Replace a section with standard input', 'spectool section 5 "Technical Details" --set -'],
    ['Add a line to a section', 'spectool section 5 "Out of Scope" --append "Single sign-on comes later."'],
  ],
  takes: {
    spec: argument('SPEC'),
    heading: argument('HEADING'),
    set: text('--set TEXT|-', 'the new text below the heading; - reads standard input', inputText),
    append: text(
      '--append TEXT|-',
      'text to add at the end of the section; - reads standard input',
      inputText,
    ),
    expect: rare(
      text(
        '--expect DIGEST',
        'write only if the section still has this digest, the checksum that --json printed',
      ),
    ),
  },
  writes: true,
  runs: 'readSection',
  run: ({ readSection, replaceSection }, { expect, ...given }): Promise<SectionAnswer> => {
    const { spec, heading, set, append } = given;
    if (set === undefined && append === undefined) {
      if (expect === undefined) return readSection.execute({ spec, heading });
      throw new SpectoolError('USAGE', '--expect needs --set or --append.');
    }
    if (set !== undefined && append !== undefined)
      throw new SpectoolError('USAGE', '--set and --append cannot be used together.', {
        hint: 'Give only one of these two flags.',
      });
    return replaceSection.execute({ ...given, ...(expect !== undefined && { expect }) });
  },
  raw: (result) => ('text' in result ? result.text : undefined),
  render: (result, terminal) => ('events' in result ? renderChanged(result, terminal) : ''),
});
