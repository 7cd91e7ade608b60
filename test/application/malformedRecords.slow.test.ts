import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fuzz } from '../support/fuzzProperty.js';
import {
  encodeRecord,
  recordFileName,
  sealRecord,
} from '../../src/domain/log/records/recordOrderAndFormat.js';
import { SPEC_EVENTS } from '../../src/domain/spec/specEvents.js';
import type { JsonObject } from '../../src/domain/value/jsonValue.js';
import { MemoryProject } from '../support/memoryProject.js';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Keys for random event data: those that events use, general ones, and those of object prototypes. */
const KEYS = (
  'n label text proof wasTicked mark was box reason staysTicked blank newSection signed above below heading from to followed sections ' +
  'changes members field added removed kept by lease place stolenFrom undone path ref name title group sequence archived frontmatter ' +
  'forced openCriteria status id source commit test events nth before after lost returned __proto__ constructor toString length then'
).split(' ');
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  ...'\0 \ud800 .. ../../x planned complete 001-one one __proto__ a\nb ('.split(' '),
  '',
  'a'.repeat(100_000),
  [],
  {},
  [null],
  [[]],
  ['a', 1],
  { from: null, to: 1 },
  { from: {}, to: [] },
  { from: '001-one', to: '../x' },
  { from: 1, to: 2 },
  { added: 1, removed: 'a' },
  { added: [{}], removed: [null] },
  { kind: 'x' },
];

const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...ODD),
  fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom(...ODD), { maxKeys: 3, noNullPrototype: true }),
);
const claim = fc
  .constantFrom<JsonObject>(
    {},
    { place: 5 },
    { place: {} },
    { stolenFrom: {}, reason: [] },
    { lease: '9999d' },
  )
  .map((more) => ({ type: 'SpecClaimed', data: { by: 'eve', lease: '4h', ...more } }));
const event = fc.record({
  type: fc.constantFrom(...SPEC_EVENTS.map(({ type }) => type), 'toString', '__proto__', 'Unknown'),
  data: fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 8, noNullPrototype: true }),
});

const COMMANDS = [
  ...'list, criteria 1, view 1, history, history 1 --json, stats, board, next, claim 1'.split(', '),
  ...'claim 1 --steal --reason x, release 1, next --claim, validate, resolve, check 1 1'.split(', '),
  ...'uncheck 1 1, add-criterion 1 another, note 1 remark, update 1 --priority high'.split(', '),
  ...'update 1 --status complete --force --reason x, delete 1 --reason x --force, compact'.split(', '),
  'create another',
];

it('Log records with a valid format and absurd contents cause only errors with a code, in every command and in undo and history', async () => {
  await fuzz(
    fc.asyncProperty(
      fc.array(fc.array(fc.oneof({ weight: 4, arbitrary: event }, claim), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.constantFrom(undefined, '2026-01-10T12:00:00.000Z', 'never', '+275760-09-13T00:00:00.000Z'),
      fc.constantFrom('planned', 'in-progress'),
      fc.subarray(COMMANDS, { minLength: 3, maxLength: 6 }),
      async (records, at, status, commands) => {
        const project = new MemoryProject();
        project.spec(
          '001-one',
          `status: ${status}\ncreated: 2026-01-05\nid: one`,
          '# One\n\n## Success Criteria\n\n- [ ] a\n- [x] b\n',
        );
        const ids = records.map((events, i) => {
          const record = sealRecord(
            {
              spec: 'one',
              lamport: i + 1,
              parents: [],
              command: 'x',
              actor: 'Test User',
              nonce: String(i),
              ...(at !== undefined && { at }),
              events: events as { type: string; data: JsonObject }[],
            },
            sha256,
          );
          project.files.write(`.spectool/log/one/${recordFileName(record)}`, encodeRecord(record));
          return record.id;
        });
        for (const line of [...commands, ...ids.map((id) => `undo ${id}`), 'undo', 'list']) {
          const { stdout, stderr } = await project.run(line.split(' '));
          expect({ line, said: `${stdout}${stderr}`.slice(0, 2000) }).not.toMatchObject({
            said: expect.stringContaining('INTERNAL'),
          });
        }
      },
    ),
    60,
  );
});
