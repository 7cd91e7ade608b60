import { useCase, required, text, words } from '../useCase.js';
import type { ChangeResult } from '../changes/changeResult.js';
import { changeOneSpec } from '../changes/changeSpecs.js';

/** Adds a note with date and actor to the section "Notes"; creates the section if there is none. */
export const addNote = useCase(
  {
    spec: required(text),
    /** Text of the note in Markdown, one or more lines. */
    text: required(words),
    /** Id of this request. If the same actor repeats the id, nothing is added and the note added before is returned. */
    requestId: text,
  },
  (use, { spec, text: note, requestId }): ChangeResult => {
    return changeOneSpec(use, {
      command: 'note',
      spec,
      request: requestId,
      commands: (_, { by, today }) => [{ type: 'AddNote', data: { text: note, today, by } }],
      unchanged: (ref) => `${ref} already has this note`,
    });
  },
);
