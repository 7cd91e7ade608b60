import { useCase, required, text, words } from '../useCase.js';
import type { ChangeResult, Asked } from '../changes/changeResult.js';
import { SpectoolError } from '../../domain/errors/spectoolError.js';
import type { ActiveSpec } from '../../domain/spec/spec.js';
import { findSection } from '../../domain/document/sections/sections.js';
import { sectionDigest } from '../../domain/log/digests.js';
import { quoted } from '../../domain/value/text.js';
import { changeOneSpec } from '../changes/changeSpecs.js';

/** Adds a note with date and actor to the section "Notes"; creates the section if there is none. */
export const addNote = useCase(
  {
    spec: required(text),
    /** Text of the note in Markdown, one or more lines. */
    text: required(words),
    /** Id of this request. If the same actor repeats the id, nothing is added and the note added before is returned. */
    requestId: text,
  },
  (use, { spec, text: note, requestId }): ChangeResult => {
    return changeOneSpec(use, {
      command: 'note',
      spec,
      request: requestId,
      commands: (_, { by, today }) => [{ type: 'AddNote', data: { text: note, today, by } }],
      unchanged: (ref) => `${ref} already has this note`,
    });
  },
);

/** Replaces or extends the text of a section. */
export const replaceSection = useCase(
  {
    spec: required(text),
    /** Heading of the section; `Parent > Heading` or `Heading #2` if several are equal. */
    heading: required(text),
    /** Text that replaces everything below the heading. */
    set: words,
    /** Text to append to the section. */
    append: words,
    /** Expected `digest` of the section; the command refuses the change if the section has another digest. */
    expect: text,
  },
  (use, request): ChangeResult => {
    const { spec, heading: section, set, append, expect } = request;
    const given = set ?? append;
    if (given === undefined || (set !== undefined && append !== undefined))
      throw new SpectoolError('USAGE', 'Use either "set" or "append", not both.');
    const how = set === undefined ? ('append' as const) : ('set' as const);
    return changeOneSpec(use, {
      command: 'section',
      spec,
      commands: (found, { sha256 }) => {
        if (expect !== undefined) refuseOther(found, section, expect, sha256);
        return [{ type: 'ReplaceSection', data: { section, text: given, how } }];
      },
      unchanged: (ref) => `This section of ${ref} already has this text`,
    });
  },
);

/** Throws if the section has changed since the caller read it. */
function refuseOther(
  { labels, text: known }: ActiveSpec,
  name: string,
  expected: string,
  sha256: Asked['sha256'],
): void {
  const { body, bodyLine = 1 } = known ?? { body: '' };
  const { heading, start, end } = findSection({ ref: labels.ref, body, bodyLine }, name);
  const digest = sectionDigest(body.slice(start, end), sha256);
  if (digest === expected.trim().toLowerCase()) return;
  throw new SpectoolError(
    'EXPECTATION_FAILED',
    `The section ${quoted(heading)} of ${labels.ref} has changed since you read it.`,
    {
      advice: [
        {
          useCase: 'readSection',
          request: { spec: labels.ref, heading: name },
          to: 'read the section again',
        },
      ],
      details: { section: heading, expected, digest },
    },
  );
}
