import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeUseCases, type UseCaseName } from '../../src/application/spectool.js';
import * as useCases from '../../src/application/useCases.js';
import { createTestSpectool, type TestSpectool } from '../../src/composition/testing.js';
import { SpectoolError } from '../../src/domain/errors/spectoolError.js';
import { filesOf } from '../support/memoryBranches.js';
import { anyCharacter } from '../support/anyCharacter.js';

const NAMES = Object.keys(useCases) as UseCaseName[];
/** Valid values for the required fields of each request, so that other fields can be tested. */
const REQUIRED: Partial<Record<UseCaseName, object>> = {
  createSpec: { name: 'new-spec' },
  updateSpec: { spec: '1' },
  updateSpecs: { specs: ['1'] },
  archiveSpecs: { specs: ['1'] },
  unarchiveSpecs: { specs: ['1'] },
  renumberSpec: { spec: '1' },
  mergeDocuments: { base: '', ours: '', theirs: '' },
  viewSpec: { spec: '1' },
  viewSpecs: { specs: ['1'] },
  searchSpecs: { query: 'login' },
  similarSpecs: { name: 'user-login' },
  completeWords: { kind: 'specs' },
};

type Answer = { readonly answer: unknown } | { readonly refusal: unknown };

async function ask(spectool: TestSpectool, name: UseCaseName, request?: unknown): Promise<Answer> {
  const useCase = spectool[name] as { execute(request: unknown): Promise<unknown> };
  return useCase.execute(request).then(
    (answer) => ({ answer }),
    (refusal: unknown) => ({ refusal }),
  );
}

/** Folders that git ignores, and that even a refused command may change. */
const UNSEEN = ['cache', 'locks', 'numbers', 'replaced', 'tmp'].map((name) => `.spectool/${name}`);

/** Returns the text of every file by its path. */
const textsOf = ({ files }: TestSpectool) =>
  Object.entries(filesOf(files)).filter(([path]) => !UNSEEN.some((folder) => path.startsWith(`${folder}/`)));

async function aProject(): Promise<TestSpectool> {
  const spectool = createTestSpectool();
  await spectool.initProject.execute({ agentTools: 'none' });
  await spectool.createSpec.execute({ name: 'user-login', tags: ['auth'] });
  await spectool.createSpec.execute({ name: 'user-logout', dependsOn: ['1'] });
  return spectool;
}

let spectool: TestSpectool;
beforeEach(async () => {
  spectool = await aProject();
});

describe('A request to the library', () => {
  it.each<[UseCaseName, object, string, unknown]>([
    ['listSpecs', { limit: -1 }, 'limit', '"limit" must be a whole number of at least 1, not -1.'],
    ['nextSpecs', { limit: 1.5 }, 'limit', '"limit" must be a whole number of at least 1, not 1.5.'],
    ['listSpecs', { tags: 'abc' }, 'tags', '"tags" must be a list of strings, not "abc".'],
    [
      'updateSpec',
      { spec: 'a', tags: ['x', 1] },
      'tags',
      '"tags" must be a list of strings, not a list of other values.',
    ],
    ['viewSpec', { spec: 1 }, 'spec', '"spec" must be a string, not 1.'],
    ['viewSpec', {}, 'spec', '"spec" is missing: a string.'],
    [
      'updateSpec',
      { spec: '1', assignee: { a: 1 } },
      'assignee',
      '"assignee" must be a string, not an object.',
    ],
    [
      'createSpec',
      { name: 'a', fields: ['a=b'] },
      'fields',
      '"fields" must be an object of fields and their values, not a list of other values.',
    ],
    [
      'showBoard',
      { groupBy: 'bogus' },
      'groupBy',
      expect.stringMatching(/^"groupBy" must be one of status, .*, not "bogus"\.$/),
    ],
    [
      'listSpecs',
      { scope: 'toString' },
      'scope',
      '"scope" must be one of active, archived, all, not "toString".',
    ],
    ['validateProject', { fix: 'yes' }, 'fix', '"fix" must be true or false, not "yes".'],
    ['listSpecs', { limt: 1 }, 'limt', '"limt" is not a field of this request.'],
    ['resolveConflicts', { spec: '1' }, 'spec', '"spec" is not a field of this request.'],
  ])('is refused with the name of the invalid field: %s with %j', async (name, request, field, message) => {
    const before = textsOf(spectool);
    expect(await ask(spectool, name, request)).toMatchObject({
      refusal: { code: 'USAGE', message, details: { field } },
    });
    expect(textsOf(spectool)).toEqual(before);
  });

  it('is refused with all its problems at once, and with the nearest name for an unknown field', async () => {
    expect(await ask(spectool, 'listSpecs', { limt: 1 })).toMatchObject({
      refusal: { hint: 'Did you mean "limit"?' },
    });
    expect(await ask(spectool, 'listSpecs', { zzz: 1, limit: 0, tags: 'x' })).toMatchObject({
      refusal: { details: { fields: ['tags', 'limit', 'zzz'] } },
    });
  });

  it.each(NAMES)('may be empty if no field is required, and has no unknown field: %s', async (name) => {
    // Requests to change several specs need either names of specs or a filter.
    const isOfSpecs = ['updateSpecs', 'archiveSpecs', 'unarchiveSpecs'].includes(name);
    const required =
      isOfSpecs ||
      Object.entries(useCases[name].request).some(([, field]) => (field as { required?: boolean }).required);
    const unset = Object.fromEntries(Object.keys(useCases[name].request).map((field) => [field, undefined]));
    for (const empty of [undefined, {}, unset])
      expect(JSON.stringify(await ask(spectool, name, empty)).includes('"USAGE"')).toBe(required);
    for (const [request, field] of [
      [{ ...REQUIRED[name], bogus: 1 }, 'bogus'],
      [{ ...REQUIRED[name], toString: 1 }, 'toString'],
      [{ ...REQUIRED[name], ['__proto__']: 1 }, '__proto__'],
    ] as const)
      expect(await ask(spectool, name, request)).toMatchObject({
        refusal: { code: 'USAGE', details: { fields: expect.arrayContaining([field]) } },
      });
  });

  it.each([null, 1, 'x', true, [], [1], Symbol('x'), 5n, () => undefined])(
    'is refused when it is %p',
    async (request) => {
      for (const name of NAMES)
        expect(await ask(spectool, name, request)).toMatchObject({ refusal: { code: 'USAGE' } });
    },
  );
});

describe('A request with random invalid values', () => {
  const hostile = (answer: () => unknown): ProxyHandler<object> =>
    Object.fromEntries(
      ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf'].map((trap) => [trap, answer]),
    );
  const thrower = (target: object) =>
    new Proxy(
      target,
      hostile(() => {
        throw new TypeError('no');
      }),
    );
  const endless: unknown[] = [];
  endless.push(endless, endless);
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  /** Values that fast-check must not inspect. Random requests contain their index, which `real` replaces by the value. */
  const ODD: readonly unknown[] = [
    thrower({}),
    thrower([]),
    revoked.proxy,
    endless,
    new Array(2 ** 32 - 1),
    Object.create(null),
    { toString: () => 1 },
    { length: 3 },
    new Date(NaN),
    new Map([['a', 1]]),
    Symbol('x'),
    () => 1,
    5n,
    null,
    NaN,
    -0,
    Infinity,
    2 ** 53,
    ...' |\0|\ud800|../..|--json|__proto__|constructor'.split('|'),
    '',
    'a'.repeat(1_000_000),
    '('.repeat(100_000),
    '2026-02-30',
    '0000',
    'status:bogus',
    '"',
  ];
  const odd = fc.nat(ODD.length - 1).map((index) => ({ odd: index }));
  const real = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(real);
    if (Object.hasOwn(value, 'odd')) return ODD[(value as { odd: number }).odd];
    const isPlain = Object.getPrototypeOf(value) === Object.prototype;
    return isPlain ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, real(one)])) : value;
  };
  const values = fc.oneof(
    odd,
    fc.string({ unit: anyCharacter }),
    fc.anything({ withNullPrototype: true, withBigInt: true, withSparseArray: true, withTypedArray: true }),
    fc.array(fc.oneof(fc.string({ unit: anyCharacter }), odd), { maxLength: 4 }),
    fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), odd), { maxKeys: 3 }),
  );
  const requests = fc.constantFrom(...NAMES).chain((name) => {
    const known = Object.keys(useCases[name].request);
    const filled = fc
      .dictionary(fc.constantFrom('bogus', ...known), values, { maxKeys: 3, noNullPrototype: false })
      .map((junk) => ({ ...REQUIRED[name], ...junk }));
    const bare = fc.oneof(values, fc.dictionary(fc.string(), values, { maxKeys: 3 }));
    return fc.tuple(fc.constant(name), fc.oneof({ weight: 5, arbitrary: filled }, bare));
  });

  it('gets a result or an error with a code, and an error changes no file', async () => {
    await fc.assert(
      fc.asyncProperty(requests, async ([name, request]) => {
        const before = textsOf(spectool);
        const outcome = await ask(spectool, name, real(request));
        if ('answer' in outcome) return;
        expect(outcome.refusal).toBeInstanceOf(SpectoolError);
        expect((outcome.refusal as SpectoolError).code).not.toBe('INTERNAL');
        expect(textsOf(spectool)).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });
});

describe('A field with the words of a person', () => {
  const fields = describeUseCases()
    .filter(({ name }) => name !== 'similarSpecs' && name !== 'previewWrite')
    .flatMap(({ name, fields: all }) =>
      all
        .filter((one) => /^(reason|note|text|title|set|append)$/.test(one.name))
        .map((one) => [name, one.name] as const),
    );

  it.each(fields)('refuses a placeholder, as help and advice print it: %s %s', async (name, field) => {
    for (const value of ['TEXT', ' TEXT\n', '"REASON"', '<reason>', '<why it was done>', '…', '...'])
      expect(await ask(spectool, name, { ...REQUIRED[name], [field]: value })).toMatchObject({
        refusal: { code: 'USAGE', message: expect.stringContaining('in your own words') as unknown },
      });
  });
});
