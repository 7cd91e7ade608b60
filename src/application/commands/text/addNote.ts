import type { ChangeResult } from '../../changes/changeResult.js';
import { required, text, type RequestSchema } from '../../requestSchema.js';
import { ChangeOneSpec } from '../changeOneSpec.js';

export interface AddNoteRequest {
  readonly spec: string;
  /** Markdown, one line or several. */
  readonly text: string;
}

/** Adds a note below "Notes", dated and signed; the section is made where there is none. */
export class AddNote extends ChangeOneSpec<AddNoteRequest> {
  static readonly request: RequestSchema<AddNoteRequest> = {
    spec: required(text),
    text: required(text),
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
