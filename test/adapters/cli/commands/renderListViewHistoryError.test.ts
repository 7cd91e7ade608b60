import { describe, expect, it } from '@jest/globals';
import { errorDocument, renderError } from '../../../../src/adapters/cli/renderError.js';
import { renderHistory } from '../../../../src/adapters/cli/commands/log/historyAndUndo.js';
import { renderList } from '../../../../src/adapters/cli/commands/read/list.js';
import { markdownView } from '../../../../src/adapters/cli/layout/markdownView.js';
import { renderView } from '../../../../src/adapters/cli/commands/read/view.js';
import { PLAIN_TERMINAL, type Terminal } from '../../../../src/adapters/cli/layout/terminalStyle.js';
import { SpectoolError } from '../../../../src/domain/errors/spectoolError.js';
import { aSpec } from '../../../support/specBuilder.js';

const at = (columns: number): Terminal => ({ ...PLAIN_TERMINAL, columns });

describe('renderList', () => {
  it('lists a broken spec in the order of its number, with its problem', () => {
    const shown = renderList(
      [
        aSpec(1, { status: 'in-progress', priority: 'high', tags: ['cli'] }),
        aSpec(2, {
          status: null,
          broken: true,
          problems: [{ code: 'FRONTMATTER_UNCLOSED', message: 'Never closed.', line: 1 }],
        }),
      ],
      PLAIN_TERMINAL,
      { digits: 3, blocked: new Set(['001-spec-1']) },
    );
    expect(shown.split('\n')).toEqual([
      '  #  Status         Priority  Title   Note                    Tags',
      '001  ◐ in-progress  high      Spec 1  ⊘ blocked               cli',
      '002  ✗ broken                 Spec 2  Never closed. (line 1)',
    ]);
  });

  it('suggests spectool create, or says that no spec matches, when the list is empty', () => {
    expect(renderList([], PLAIN_TERMINAL, { digits: 3, others: 0 })).toContain('spectool create');
    expect(renderList([], PLAIN_TERMINAL, { digits: 3, others: 2 })).toContain('No spec matches');
  });

  it('says how many specs the limit left out, and escapes control characters', () => {
    const shown = renderList([aSpec(1, { title: '\x1b[2Jx', tags: ['\x07'] })], PLAIN_TERMINAL, {
      digits: 3,
      total: 9,
    });
    expect(shown).toContain('1 of 9 shown');
    expect(shown).toContain('␛[2Jx');
    expect(shown).not.toMatch(/[\x07\x1b]/);
  });
});

describe('renderView', () => {
  const view = {
    spec: aSpec(5, { priority: 'low', fields: { sprint: 5 } }),
    body: '# Spec 5\n\n**bold**',
    files: ['README.md', 'DESIGN.md'],
  };

  it('shows the fields of a spec, then its formatted text', () => {
    const shown = renderView(view, at(80), markdownView);
    expect(shown).toContain('priority  low');
    expect(shown).toContain('sprint    5');
    expect(shown).toContain('\nbold\n');
    expect(shown).toContain('DESIGN.md');
  });

  it('prints the Markdown of a spec unchanged when no formatter is given', () => {
    expect(renderView(view, PLAIN_TERMINAL)).toMatch(/^Spec 5\n[^]*\n\n\*\*bold\*\*/);
  });
});

describe('renderHistory', () => {
  const event = { id: 'abcdef0123456789', at: '2026-01-05T10:00:00.000Z', actor: 'Ann', spec: '005-x' };

  it('describes each event in words in wide and narrow terminals', () => {
    const events = [
      {
        ...event,
        type: 'StatusChanged',
        data: { from: 'planned', to: 'in-progress', forced: true, reason: 'late' },
      },
      { ...event, type: 'TagsChanged', data: { added: ['a'], removed: ['b'] } },
      {
        ...event,
        type: 'FrontmatterEdited',
        at: null,
        actor: null,
        data: { changes: { priority: { from: null, to: 'high' } } },
      },
      { ...event, type: 'FutureThing', data: {} },
    ];
    for (const terminal of [at(120), at(40)]) {
      const words = renderHistory(events, terminal).replace(/\s+/g, ' ');
      expect(words).toContain('status planned → in-progress (forced), because: late · @Ann');
      expect(words).toContain('tags +a -b');
      expect(words).toContain('edited by hand: priority set to high');
      expect(words).toContain('FutureThing (unknown to this version of spectool)');
      // An event without a date is printed in log order, under the day of the event before it.
      expect(words.match(/2026-01-05/g)).toHaveLength(1);
    }
  });

  it('prints an event even if its data have an unexpected shape', () => {
    const types = [
      ...'SpecCreated StatusChanged FieldsChanged TagsChanged SpecRenamed FrontmatterEdited'.split(' '),
      ...'ChangeUndone constructor'.split(' '),
    ];
    const events = types.map((type) => ({ ...event, type, data: { changes: [1], added: 'x', title: null } }));
    expect(renderHistory(events, PLAIN_TERMINAL)).toContain('constructor');
  });
});

describe('renderError', () => {
  const error = new SpectoolError('SPEC_AMBIGUOUS', '"7" names two specs.\x1b[2J', {
    hint: 'Name one by its folder.',
    details: { candidates: [{ ref: '007-a', title: 'A' }, '007-b'] },
  });

  it('prints the message, the details and the hint of an error', () => {
    expect(renderError(error, error.hint, PLAIN_TERMINAL)).toBe(
      'error [SPEC_AMBIGUOUS] "7" names two specs.␛[2J\n  • 007-a  A\n  • 007-b\nhint  Name one by its folder.',
    );
  });

  it('prints the key, the message and the allowed values of each detail of an error', () => {
    const invalid = new SpectoolError('CONFIG_INVALID', 'Bad.', {
      details: [{ key: 'structure.pattern', message: 'is 5', allowed: 'flat or custom' }],
    });
    expect(renderError(invalid, undefined, PLAIN_TERMINAL)).toContain(
      '• structure.pattern: is 5 (allowed: flat or custom)',
    );
  });

  it('omits details that the message of an error already contains', () => {
    const open = new SpectoolError('CRITERIA_OPEN', 'Not ticked: 1 "It works".', {
      details: {
        criteria: [
          { n: 1, line: 8, text: 'It works' },
          { n: 2, line: 9, text: 'It is fast' },
        ],
      },
    });
    expect(renderError(open, undefined, PLAIN_TERMINAL)).toBe(
      'error [CRITERIA_OPEN] Not ticked: 1 "It works".\n  • It is fast',
    );
  });

  it('has a counterpart for JSON, errorDocument, which contains code and message', () => {
    expect(errorDocument(new SpectoolError('USAGE', 'No.'), undefined)).toEqual({
      error: { code: 'USAGE', message: 'No.' },
    });
  });
});
