import type { KeyPress } from '../cliContext.js';
import type { Dialog } from './drawUi.js';
import { edited, inserted, typedLine } from './lineEditor.js';
import type { Choice } from './uiActions.js';

/** Maps the movement keys of vi to names of keys, such as `h` to `left`. */
export const VI_KEYS: Readonly<Record<string, string>> = {
  h: 'left',
  j: 'down',
  k: 'up',
  l: 'right',
  G: 'end',
};

/** Asks questions at the bottom of the screen of `ui`. */
export class Questions {
  #shown: Dialog | undefined;

  /** @param nextKey draws the screen and waits for a key. */
  constructor(private readonly nextKey: () => Promise<KeyPress>) {}

  /** The question that is waiting for an answer, if any. */
  get shown(): Dialog | undefined {
    return this.#shown;
  }

  /** Returns the chosen item, or with `isMany` all items with their ticks; undefined if the user cancels. */
  async choice(
    title: string,
    given: readonly Choice[],
    { at: value, isMany = false }: { readonly at?: string | undefined; readonly isMany?: boolean },
  ): Promise<readonly Choice[] | undefined> {
    const start = given.findIndex((one) => one.value === value);
    let [choices, at] = [given, Math.max(0, start)];
    try {
      for (;;) {
        this.#shown = { kind: 'choice', title, choices, at, isMany };
        const { key } = await this.nextKey();
        if (key === 'escape') return undefined;
        if (key === 'enter') return isMany ? choices : choices.slice(at, at + 1);
        const way = VI_KEYS[key] ?? key;
        at = Math.max(0, Math.min(at + (way === 'down' ? 1 : way === 'up' ? -1 : 0), choices.length - 1));
        if (key === ' ' && isMany) choices = toggled(choices, at);
      }
    } finally {
      this.#shown = undefined;
    }
  }

  /** Lets the user edit a line. @param changed called after each key; may return a text that replaces the line. */
  async text(
    title: string,
    given: string,
    changed?: (text: string, key: string) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    let line = typedLine(given);
    try {
      for (;;) {
        this.#shown = { kind: 'text', title, line };
        const { key, text } = await this.nextKey();
        if (key === 'escape') return undefined;
        if (key === 'enter') return line.text;
        const isNamed = /^[a-z]{2,}|^ctrl-|^page /u.test(key);
        const next =
          edited(line, key) ?? (isNamed && text === undefined ? line : inserted(line, text ?? key));
        const other = await changed?.(next.text, key);
        line = other === undefined ? next : typedLine(other);
      }
    } finally {
      this.#shown = undefined;
    }
  }
}

function toggled(choices: readonly Choice[], at: number): readonly Choice[] {
  return choices.map((one, i) => (i === at ? { ...one, isTicked: one.isTicked !== true } : one));
}
