import type { ChangeResult } from '../../changes/changeResult.js';
import { required, text, words, type RequestSchema } from '../../requestSchema.js';
import { ChangeOneSpec } from '../changeOneSpec.js';

export interface AddNoteRequest {
  readonly spec: string;
  /** Text of the note in Markdown, one or more lines. */
  readonly text: string;
  /** Id of this request. If the same actor repeats the id, nothing is added and the note added before is returned. */
  readonly requestId?: string | undefined;
}

/** Adds a note with date and actor to the section "Notes"; creates the section if there is none. */
export class AddNote extends ChangeOneSpec<AddNoteRequest> {
  static readonly request: RequestSchema<AddNoteRequest> = {
    spec: required(text),
    text: required(words),
    requestId: text,
  };

  protected override async run({ spec, text: note, requestId }: AddNoteRequest): Promise<ChangeResult> {
    return this.change({
      command: 'note',
      spec,
      request: requestId,
      commands: (_, { by, today }) => [{ type: 'AddNote', data: { text: note, today, by } }],
      unchanged: (ref) => `${ref} has this note already`,
    });
  }
}
