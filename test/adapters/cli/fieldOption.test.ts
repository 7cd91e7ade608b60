import { SpectoolError } from '../../../src/domain/errors/spectoolError.js';
import { fieldOption, singleFieldOption } from '../../../src/adapters/cli/options/fieldOption.js';

describe('options of the form name=value', () => {
  it('collect all values of a repeated name in fieldOption', () => {
    expect(fieldOption(['tag=a', 'tag=b=c'])).toEqual({ tag: ['a', 'b=c'] });
  });

  it('are refused by singleFieldOption when a name has two different values', () => {
    expect(singleFieldOption(['areas=a', 'sprint=5', 'areas=a'])).toEqual({ areas: 'a', sprint: '5' });
    expect(() => singleFieldOption(['areas=a', 'areas=b'])).toThrow(
      new SpectoolError('USAGE', '"areas" was given 2 values, and takes one.'),
    );
  });
});
