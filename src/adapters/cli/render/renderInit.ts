import { createTwoFilesPatch } from 'diff';
import type { InitProjectResult } from '../../../application/commands/initProject.js';
import type { SkillInstalled } from '../../../application/setup/skillInstallation.js';
import { safeBlock, safeText } from '../layout/safeText.js';
import { createStyle } from '../layout/style.js';
import type { Terminal } from '../layout/terminal.js';

/** What `init` made and what it left alone. No final newline. */
export function renderInit(result: InitProjectResult, terminal: Terminal): string {
  const style = createStyle(terminal);
  const links = new Map(result.links.map((link) => [link.path, link]));
  const line = (verb: string, path: string) => {
    const link = links.get(path);
    const note =
      link === undefined
        ? ''
        : style.quiet(link.kind === 'link' ? ` -> ${link.target}` : ` (copy of ${link.target})`);
    return `  ${verb.padEnd(8)} ${style.path(safeText(path))}${note}`;
  };
  const lines = [
    ...result.created.map((path) => line('created', path)),
    ...result.updated.map((path) => line('updated', path)),
  ];
  const hasSpecs = !result.created.includes('specs');
  const head = lines.length === 0 ? 'Everything is up to date in' : 'Initialised';
  return [
    `${head} ${style.path(safeText(result.root))}`,
    ...lines,
    ...(result.kept.length > 0 && lines.length > 0
      ? [style.quiet(`  kept     ${result.kept.map(safeText).join(', ')}`)]
      : []),
    style.quiet(
      result.created.includes('.spectool/config.json')
        ? `Next: ${hasSpecs ? 'spectool validate' : 'spectool create my-first-spec'}`
        : 'Next: spectool board',
    ),
  ].join('\n');
}

/** What became of the skill; an edited one with the difference to the shipped one. */
export function renderSkill(
  { path, action, written = [], edited = [] }: SkillInstalled,
  terminal: Terminal,
): string {
  const style = createStyle(terminal);
  const verbs = {
    created: 'Installed',
    updated: 'Updated',
    unchanged: 'Unchanged',
    replaced: 'Replaced',
    kept: 'Kept',
  };
  const differences = edited.map((file) =>
    safeBlock(
      createTwoFilesPatch(`${file.path} (yours)`, `${file.path} (shipped)`, file.current, file.shipped),
    ),
  );
  const others = written.filter((one) => one !== path);
  return [
    `${verbs[action]} ${style.path(safeText(path))}`,
    ...others.map((one) => `  wrote ${style.path(safeText(one))}`),
    ...differences,
  ].join('\n');
}
