import { personText } from '../../domain/fields/person.js';
import type { Clock, Hasher } from '../../ports/system.js';
import type { ChangeResult } from '../changes/changeResult.js';
import type { ChangeSpecs } from '../changes/changeSpecs.js';
import type { WriteSession } from '../changes/writeSession.js';
import { ChangeOneSpec } from '../commands/changeOneSpec.js';
import { required, text, words, type RequestSchema } from '../requestSchema.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { OpenClaims } from '../worktrees/openClaims.js';
import type { SpecApprovals } from './specApprovals.js';
import type { TextWriters } from './textWriters.js';

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

  constructor(
    access: WriteSession,
    private readonly specs: SpecCatalog,
    changes: ChangeSpecs,
    claims: OpenClaims,
    clock: Clock,
    hasher: Hasher,
    private readonly approvals: SpecApprovals,
    private readonly writers: TextWriters,
  ) {
    super(access, specs, changes, claims, clock, hasher);
  }

  protected override async run({ spec, note }: ApproveSpecRequest): Promise<ChangeResult> {
    return this.change({
      command: 'approve',
      spec,
      commands: (found, { by, today }) => {
        const writer = this.writers.writer(this.specs.find(spec), by);
        const data = {
          by,
          today,
          agreed: this.approvals.agreedOf(found),
          ...(writer !== undefined && { writer }),
          mayBeWriter: this.writers.mayApproveOwn(by),
          ...(note !== undefined && { note }),
        };
        return [{ type: 'ApproveSpec', data }];
      },
      unchanged: (ref, by) => `${personText(by)} has approved this text of ${ref} already`,
    });
  }
}
