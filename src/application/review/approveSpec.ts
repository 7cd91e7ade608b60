import { personText } from '../../domain/fields/person.js';
import type { ChangeResult } from '../changes/changeResult.js';
import { ChangeOneSpec } from '../commands/changeOneSpec.js';
import { required, text, words, type RequestSchema } from '../requestSchema.js';

export interface ApproveSpecRequest {
  readonly spec: string;
  /** A remark that the log keeps with the approval. */
  readonly note?: string | undefined;
}

/** Approves the text that a spec has now. */
export class ApproveSpec extends ChangeOneSpec<ApproveSpecRequest> {
  static readonly request: RequestSchema<ApproveSpecRequest> = {
    spec: required(text),
    note: words,
  };

  protected override async run({ spec, note }: ApproveSpecRequest): Promise<ChangeResult> {
    return this.change({
      command: 'approve',
      spec,
      commands: (found, { by, today }) => {
        const writer = this.use.textWriters.writer(this.use.specCatalog.find(spec), by);
        const data = {
          by,
          today,
          agreed: this.use.specApprovals.agreedOf(found),
          ...(writer !== undefined && { writer }),
          mayBeWriter: this.use.textWriters.mayApproveOwn(by),
          ...(note !== undefined && { note }),
        };
        return [{ type: 'ApproveSpec', data }];
      },
      unchanged: (ref, by) => `${personText(by)} has approved this text of ${ref} already`,
    });
  }
}
