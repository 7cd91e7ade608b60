import { expect, it } from '@jest/globals';
import { editedJson } from '../../../../src/adapters/storage/project/configText.js';
import type { JsonValue } from '../../../../src/domain/value/jsonValue.js';

it.each<[text: string, key: string, value: JsonValue | undefined, after: string]>([
  // Replaces an existing value and keeps everything around it.
  [
    '{ "specsDir" : "a",\n\n "autoCheck":true }',
    'specsDir',
    'b',
    '{ "specsDir" : "b",\n\n "autoCheck":true }',
  ],
  ['{"a": ["x","y"], "b": 1}', 'a', ['z'], '{"a": ["z"], "b": 1}'],
  ['{\n  "a": [\n    "x"\n  ]\n}\n', 'a', ['y', 'z'], '{\n  "a": [\n    "y",\n    "z"\n  ]\n}\n'],
  ['{\n  "a": [\n    "x"\n  ]\n}\n', 'a', [], '{\n  "a": []\n}\n'],
  [
    '\uFEFF{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}',
    'a.b',
    2,
    '\uFEFF{\r\n\t"a": {\r\n\t\t"b": 2\r\n\t}\r\n}',
  ],
  // Writes a new key with the indentation and spacing of the keys around it.
  ['{}', 'a.b', 1, '{"a": {"b": 1}}'],
  ['{"x":1}', 'a.b', ['c', 'd'], '{"x":1,"a":{"b": ["c", "d"]}}'],
  ['{ "x": 1 }', 'a', true, '{ "x": 1, "a": true }'],
  ['{\n}\n', 'a', 1, '{\n  "a": 1\n}\n'],
  ['{\n    "x": 1\n}\n', 'a.b', ['c'], '{\n    "x": 1,\n    "a": {\n        "b": ["c"]\n    }\n}\n'],
  ['{\r\n\t"x": 1\r\n}\r\n', 'a.b', 'c', '{\r\n\t"x": 1,\r\n\t"a": {\r\n\t\t"b": "c"\r\n\t}\r\n}\r\n'],
  ['{\n  "f": { "x": true }\n}', 'f.y', false, '{\n  "f": { "x": true, "y": false }\n}'],
  [
    '{\n  "f": {\n    "x": 1\n  },\n  "z": 1\n}',
    'f.y',
    2,
    '{\n  "f": {\n    "x": 1,\n    "y": 2\n  },\n  "z": 1\n}',
  ],
  ['{\n  "f": {},\n  "z": 1\n}', 'f.y', 2, '{\n  "f": {\n    "y": 2\n  },\n  "z": 1\n}'],
  // Removes a key with its comma and its line, and an object that becomes empty.
  ['{\n  "a": 1,\n  "b": 2\n}\n', 'a', undefined, '{\n  "b": 2\n}\n'],
  ['{\n  "a": 1,\n  "b": 2\n}\n', 'b', undefined, '{\n  "a": 1\n}\n'],
  ['{\n  "a": 1,\n  "r": {\n    "x": 1\n  }\n}\n', 'r.x', undefined, '{\n  "a": 1\n}\n'],
  ['{ "b": { "c": 1, "d": 2 } }', 'b.c', undefined, '{ "b": { "d": 2 } }'],
  ['{"a": 1}', 'b.c', undefined, '{"a": 1}'],
])('editedJson edits a JSON text, keeping its layout: in %j, sets %s to %j', (text, key, value, after) => {
  expect(editedJson(text, key.split('.'), value)).toBe(after);
});
