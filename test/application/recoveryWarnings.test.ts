import { expect, it } from '@jest/globals';
import { withWarningsInHint } from '../../src/application/changes/changeWarnings.js';
import { SpectoolError } from '../../src/domain/errors/spectoolError.js';

it('an error of a command keeps the texts and the advice of the warnings that it cannot report', () => {
  const list = { useCase: 'listSpecs' } as const;
  const validate = { useCase: 'validateProject' } as const;
  const error = new SpectoolError('SPEC_NOT_FOUND', 'No spec matches.', { hint: 'Look.', advice: [list] });
  expect(
    withWarningsInHint(error, [{ code: 'RECOVERED', message: 'A change was undone.', advice: [validate] }]),
  ).toMatchObject({ hint: 'Look. A change was undone.', advice: [list, validate] });
});
