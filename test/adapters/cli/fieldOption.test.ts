import { SpectoolError } from '../../../src/domain/errors/spectoolError.js';
import { fieldOption, singleFieldOption } from '../../../src/adapters/cli/options/fieldOption.js';

describe('Values given as `name=value`', () => {
  it('add up where a name may have several', () => {
    expect(fieldOption(['tag=a', 'tag=b=c'])).toEqual({ tag: ['a', 'b=c'] });
  });

  it('are refused where a name has one and two are given, with the way to write a list', () => {
    expect(singleFieldOption(['areas=a', 'sprint=5', 'areas=a'])).toEqual({ areas: 'a', sprint: '5' });
    expect(() => singleFieldOption(['areas=a', 'areas=b'])).toThrow(
      new SpectoolError('USAGE', '"areas" is given 2 values.'),
    );
  });
});
