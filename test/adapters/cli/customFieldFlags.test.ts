import { SpectoolError } from '../../../src/domain/errors/spectoolError.js';
import { fieldOption, singleFieldOption } from '../../../src/adapters/cli/fieldFlags.js';

describe('values of --field, of the form name=value,', () => {
  it('are collected by fieldOption when a name is repeated', () => {
    expect(fieldOption(['tag=a', 'tag=b=c'])).toEqual({ tag: ['a', 'b=c'] });
  });

  it('are refused by singleFieldOption when a name has two different values', () => {
    expect(singleFieldOption(['areas=a', 'sprint=5', 'areas=a'])).toEqual({ areas: 'a', sprint: '5' });
    expect(() => singleFieldOption(['areas=a', 'areas=b'])).toThrow(
      new SpectoolError('USAGE', 'The field "areas" is set 2 times, with different values.'),
    );
  });
});
