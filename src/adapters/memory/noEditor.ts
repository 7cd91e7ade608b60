import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { EditedCopy, Editor } from '../../ports/editor.js';

/** Nobody sits there. */
export class NoEditor implements Editor {
  async edit(): Promise<EditedCopy> {
    throw new SpectoolError('NO_TERMINAL', 'There is no editor.');
  }
}
