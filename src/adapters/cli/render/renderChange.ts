import type { ArchiveSpecsResult } from '../../../application/commands/archiveSpecs.js';
import type { ChangeResult } from '../../../application/changes/changeResult.js';
import type { UndoChangeResult } from '../../../application/commands/undoChange.js';
import { shortReference } from '../../../domain/naming/shortReference.js';
import type { SpecView } from '../../../domain/spec/specView.js';
import { eventSentence } from './eventSentence.js';
import { safeText } from '../layout/safeText.js';
import { createStyle, type Style } from '../layout/style.js';
import type { Terminal } from '../layout/terminal.js';

/** What `create` made, where it is, and what to do next. No final newline. */
export function renderCreated({ spec }: ChangeResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  return [
    `Created ${name(spec, style)}  ${safeText(spec.title)}`,
    style.path(safeText(spec.path)),
    style.quiet(`Before you start: spectool update ${reference(spec)} --status in-progress`),
  ].join('\n');
}

/** What `update` changed, a line a fact; empty when nothing did (a note says so). */
export function renderChanged({ spec, events }: ChangeResult, terminal: Terminal): string {
  if (events.length === 0) return '';
  const style = createStyle(terminal);
  return [
    `Updated ${name(spec, style)}  ${safeText(spec.title)}`,
    ...events.map(({ type, data }) => `  ${style.symbols.bullet} ${eventSentence(type, data)}`),
  ].join('\n');
}

/** What `undo` took back. */
export function renderUndone({ specs, events }: UndoChangeResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  return [
    `Undone in ${specs.map((spec) => name(spec, style)).join(', ')}`,
    ...events.map(({ type, data }) => `  ${style.symbols.bullet} ${eventSentence(type, data)}`),
    style.quiet('`spectool undo` once more brings the change back.'),
  ].join('\n');
}

/** Where archived (or unarchived) specs stand now. */
export function renderArchived({ specs, events }: ArchiveSpecsResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  const moved = new Set(events.map(({ spec }) => spec));
  return specs
    .filter(({ ref }) => moved.has(ref))
    .map(
      (spec) =>
        `${spec.archived ? 'Archived' : 'Unarchived'} ${name(spec, style)}  ${style.path(safeText(spec.path))}`,
    )
    .join('\n');
}

function name(spec: SpecView, style: Style): string {
  return style.ref(safeText(spec.ref));
}

function reference(spec: SpecView): string {
  return safeText(shortReference(spec));
}
