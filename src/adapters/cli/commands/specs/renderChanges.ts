import { eventSentence } from '../../../presentation/sentences.js';
import type { ChangeAnswer } from '../../options/specsArgument.js';
import { safeText } from '../../layout/escapeUnsafeText.js';
import { createStyle } from '../../layout/terminalStyle.js';
import type { Terminal } from '../../layout/describeTerminal.js';

/**
 * Renders what a command changed: for one spec a line per event, for several specs a line per spec. Empty if nothing changed,
 * because a note on standard error already says so.
 */
export function renderChanged(result: ChangeAnswer, terminal: Terminal): string {
  const { events, dryRun } = result;
  if (events.length === 0) return '';
  const style = createStyle(terminal);
  const updated = dryRun === true ? 'Would update' : 'Updated';
  if ('specs' in result) {
    const changed = [...new Set(events.map(({ spec }) => spec))];
    const factsOf = (ref: string | null) =>
      events.filter(({ spec }) => spec === ref).map(({ type, data }) => safeText(eventSentence(type, data)));
    return [
      `${updated} ${changed.length === 1 ? 'one spec' : `${String(changed.length)} specs`}`,
      ...changed.map((ref) => `  ${style.ref(safeText(ref ?? ''))}  ${factsOf(ref).join('; ')}`),
    ].join('\n');
  }
  const { spec } = result;
  return [
    `${updated} ${style.ref(safeText(spec.ref))}  ${safeText(spec.title)}`,
    ...events.map(({ type, data, spec: of }) => {
      // Name the spec of an event that is about another spec: renumbering a spec also changes the references to it in other
      // specs.
      const whose = of === null || of === spec.ref ? '' : `${style.ref(safeText(of))} `;
      return `  ${style.symbols.bullet} ${whose}${safeText(eventSentence(type, data))}`;
    }),
  ].join('\n');
}
