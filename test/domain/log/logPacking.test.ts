import { expect, it } from '@jest/globals';
import { packingGain } from '../../../src/domain/log/records/recordCodec.js';

const logs = (count: number, unpacked?: number) => Array.from({ length: count }, () => ({ unpacked }));

it('packing pays if it saves thousands of files, such as those of 100 specs with 50 changes each', () => {
  expect(packingGain(logs(100, 51))).toEqual({ files: 5100, packs: 100 });
  expect(packingGain(logs(1, 2001))).toEqual({ files: 2001, packs: 1 });
});

it('packing does not pay in a project with few changes, or with few changes per spec', () => {
  expect(packingGain([])).toBeUndefined();
  expect(packingGain(logs(1, 2000))).toBeUndefined();
  expect(packingGain(logs(50_000))).toBeUndefined();
  expect(packingGain([...logs(50_000), ...logs(100, 51)])).toBeUndefined();
  expect(packingGain([...logs(10_000), ...logs(100, 51)])).toEqual({ files: 5100, packs: 100 });
});
