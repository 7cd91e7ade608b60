import type { JsonValue } from '../domain/value/json.js';

export type JsonRead =
  | { readonly value: JsonValue; readonly problem?: never }
  | { readonly problem: string; readonly value?: never };

/** JSON that people keep by hand, such as another program's settings: a change leaves every other byte as it was. */
export interface JsonText {
  /** What it says, or why it cannot be changed safely: no JSON, a key twice, too large or too deep. */
  read(text: string): JsonRead;
  /** With one more item at the end of the list at `path`; the list is made where there is none. */
  withItem(text: string, path: readonly string[], item: JsonValue): string;
  /** Without what stands at `path`; a list or object that held nothing else goes with it. */
  without(text: string, path: readonly (string | number)[]): string;
}
