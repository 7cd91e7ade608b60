import type { ChangeResult } from '../../changes/changeResult.js';
import { required, text, words, type RequestSchema } from '../../requestSchema.js';
import { ChangeOneSpec } from '../changeOneSpec.js';

export interface AddNoteRequest {
  readonly spec: string;
  /** Text of the note in Markdown, one or more lines. */
  readonly text: string;
}

/** Adds a note with date and actor to the section "Notes"; creates the section if there is none. */
export class AddNote extends ChangeOneSpec<AddNoteRequest> {
  static readonly request: RequestSchema<AddNoteRequest> = {
    spec: required(text),
    text: required(words),
  };

  protected override async run({ spec, text: note }: AddNoteRequest): Promise<ChangeResult> {
    return this.change({
      command: 'note',
      spec,
      commands: (_, { by, today }) => [{ type: 'AddNote', data: { text: note, today, by } }],
      unchanged: (ref) => `${ref} has this note already`,
    });
  }
}
