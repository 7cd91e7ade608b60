import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Warning } from '../warning.js';

type Placed = Pick<SpecFolder, 'ref' | 'path'>;

/**
 * Of specs that go away, whoever depends on them; none where nobody does.
 * @param among the specs that count; looked through once, however many go. @param find as references lead while those stand.
 * @param say a sentence around "002-b depends" or "002-b, 003-c depend".
 */
export function stillNeeded(
  gone: readonly Placed[],
  among: readonly SpecView[],
  find: (name: string) => Pick<SpecFolder, 'path'> | undefined,
  say: (ref: string, depending: string) => string,
): readonly Warning[] {
  const needing = new Map(gone.map(({ path }) => [path, [] as string[]]));
  for (const { ref, dependsOn } of among)
    for (const path of new Set(dependsOn.map((name) => find(name)?.path))) needing.get(path ?? '')?.push(ref);
  return gone.flatMap(({ ref, path }): readonly Warning[] => {
    const refs = needing.get(path) ?? [];
    const [first] = refs;
    if (first === undefined) return [];
    return [
      {
        code: 'STILL_NEEDED',
        message: say(ref, `${refs.join(', ')} ${refs.length === 1 ? 'depends' : 'depend'}`),
        advice: [
          {
            useCase: 'updateSpec',
            request: { spec: first, removeDependencies: [ref] },
            to: 'remove the dependency',
          },
        ],
      },
    ];
  });
}
