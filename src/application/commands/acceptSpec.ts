import type { ChangeResult } from '../changes/changeResult.js';
import { required, text, words, type RequestSchema } from '../requestSchema.js';
import { ChangeOneSpec } from './changeOneSpec.js';

export interface AcceptSpecRequest {
  readonly spec: string;
  readonly reason?: string | undefined;
}

/** Records that the actor read the spec again and found it right, although its code or its dependencies changed. */
export class AcceptSpec extends ChangeOneSpec<AcceptSpecRequest> {
  static readonly request: RequestSchema<AcceptSpecRequest> = { spec: required(text), reason: words };

  protected override async run({ spec, reason }: AcceptSpecRequest): Promise<ChangeResult> {
    return this.change({
      command: 'accept',
      spec,
      commands: ({ frontmatter }) => {
        const code = this.use.codeFiles.digest({ fields: frontmatter });
        const data = { ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) };
        return [{ type: 'Accept', data }];
      },
      unchanged: (ref) => `${ref} is accepted already`,
    });
  }
}
