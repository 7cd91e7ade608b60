import type { JsonValue } from '../../../domain/value/json.js';
import type { JsonRead, JsonText } from '../../../ports/jsonText.js';
import { editedJson, withListItem } from './jsonEdit.js';
import { parseConfig } from './parseConfig.js';

/** Settings of other programs, held to what a configuration of ours is held to before they are edited. */
export const editableJson: JsonText = {
  read: (text): JsonRead => {
    const { value, problems } = parseConfig(text);
    if (problems === undefined) return { value: value as JsonValue };
    const [{ key, message } = { key: '', message: 'it cannot be read' }] = problems;
    return { problem: key === '' ? message : `${key} ${message}` };
  },
  withItem: withListItem,
  without: (text, path) => editedJson(text, path, undefined),
};
