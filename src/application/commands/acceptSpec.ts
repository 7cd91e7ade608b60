import type { Clock, Hasher } from '../../ports/system.js';
import type { ChangeResult } from '../changes/changeResult.js';
import type { ChangeSpecs } from '../changes/changeSpecs.js';
import type { WriteSession } from '../changes/writeSession.js';
import { required, text, type RequestSchema } from '../requestSchema.js';
import type { SpecCatalog } from '../specCatalog.js';
import type { CodeFiles } from '../trace/codeFiles.js';
import type { OpenClaims } from '../worktrees/openClaims.js';
import { ChangeOneSpec } from './changeOneSpec.js';

export interface AcceptSpecRequest {
  readonly spec: string;
  readonly reason?: string | undefined;
}

/** Records that the actor read the spec again and found it right, although its code or its dependencies changed. */
export class AcceptSpec extends ChangeOneSpec<AcceptSpecRequest> {
  static readonly request: RequestSchema<AcceptSpecRequest> = { spec: required(text), reason: text };

  constructor(
    access: WriteSession,
    private readonly specs: SpecCatalog,
    changes: ChangeSpecs,
    claims: OpenClaims,
    clock: Clock,
    hasher: Hasher,
    private readonly codeFiles: CodeFiles,
  ) {
    super(access, specs, changes, claims, clock, hasher);
  }

  protected override async run({ spec, reason }: AcceptSpecRequest): Promise<ChangeResult> {
    const { path } = this.specs.find(spec);
    const view = this.specs.undated().find((one) => one.path === path);
    const code = view && this.codeFiles.digest(view);
    return this.change({
      command: 'accept',
      spec,
      commands: () => [
        {
          type: 'Accept',
          data: { ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) },
        },
      ],
      unchanged: (ref) => `${ref} is accepted already`,
    });
  }
}
