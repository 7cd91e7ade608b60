import { BLANK_BOX, checkboxesOf } from '../../domain/document/checkboxes.js';
import type { SpecDocument } from '../../domain/document/specDocument.js';
import type { Warning } from '../warning.js';

/** Boxes still open under "Success Criteria" of a spec that is complete, named by line. */
export function uncheckedCriteria(spec: string, path: string, document: SpecDocument): readonly Warning[] {
  const open = checkboxesOf(document.text.slice(document.bodyStart)).filter(
    ({ checked, text, path: headings }) =>
      !checked && !BLANK_BOX.test(text) && headings.some((heading) => /^success criteria$/i.test(heading)),
  );
  if (open.length === 0) return [];
  const lines = open.map(({ line }) => line + document.bodyLine - 1);
  return [
    {
      code: 'CRITERIA_UNCHECKED',
      message: `${path}: ${open.length === 1 ? 'a success criterion is' : `${String(open.length)} success criteria are`} not ticked (line ${lines.join(', ')}).`,
      hint: 'Tick what is done in the file.',
      advice: [
        {
          useCase: 'updateSpec',
          request: { spec, status: 'in-progress', force: true },
          needs: ['reason'],
          to: 'set the spec back',
        },
      ],
    },
  ];
}
