import type { ChangeResult } from '../../../../application/changes/changeResult.js';
import { eventSentence } from '../../../presentation/eventSentence.js';
import { safeText } from '../../layout/safeText.js';
import { createStyle } from '../../layout/style.js';
import type { Terminal } from '../../layout/terminal.js';

/** What `update` changed, a line a fact; empty when nothing did (a note says so). */
export function renderChanged({ spec, events }: ChangeResult, terminal: Terminal): string {
  if (events.length === 0) return '';
  const style = createStyle(terminal);
  return [
    `Updated ${style.ref(safeText(spec.ref))}  ${safeText(spec.title)}`,
    ...events.map(({ type, data, spec: of }) => {
      // Others may have followed: a reference to a spec that has another number now.
      const whose = of === null || of === spec.ref ? '' : `${style.ref(safeText(of))} `;
      return `  ${style.symbols.bullet} ${whose}${safeText(eventSentence(type, data))}`;
    }),
  ].join('\n');
}
