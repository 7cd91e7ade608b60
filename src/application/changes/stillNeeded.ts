import type { SpecFolder } from '../../domain/naming/specFolder.js';
import type { SpecView } from '../../domain/spec/specView.js';
import type { Warning } from '../warning.js';

/**
 * Of a spec that goes away, whoever depends on it; none where nobody does.
 * @param among the specs that count. @param find as references lead while it stands. @param say a sentence around "002-b depends" or "002-b, 003-c depend".
 */
export function stillNeeded(
  { ref, path }: Pick<SpecFolder, 'ref' | 'path'>,
  among: readonly SpecView[],
  find: (name: string) => Pick<SpecFolder, 'path'> | undefined,
  say: (depending: string) => string,
): readonly Warning[] {
  const needing = among.filter(({ dependsOn }) => dependsOn.some((name) => find(name)?.path === path));
  const [first] = needing;
  if (first === undefined) return [];
  const names = needing.map((spec) => spec.ref).join(', ');
  return [
    {
      code: 'STILL_NEEDED',
      message: say(`${names} ${needing.length === 1 ? 'depends' : 'depend'}`),
      advice: [
        {
          useCase: 'updateSpec',
          request: { spec: first.ref, removeDependencies: [ref] },
          to: 'remove the dependency',
        },
      ],
    },
  ];
}
