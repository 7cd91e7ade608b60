import { Command, Option } from 'clipanion';
import { isEnum } from 'typanion';
import type { ShowDependenciesResult } from '../../../application/queries/showDependencies.js';
import type { Spectool } from '../../../application/spectool.js';
import type { Warning } from '../../../application/warning.js';
import { numberOption } from '../listOption.js';
import { dependencyDot } from '../render/dependencyDot.js';
import { dependencyMermaid } from '../render/dependencyMermaid.js';
import { renderDependencies } from '../render/renderDependencies.js';
import type { Terminal } from '../layout/terminal.js';
import { SpectoolCommand } from '../spectoolCommand.js';

const FORMATS = ['tree', 'mermaid', 'dot'] as const;

export class DepsCommand extends SpectoolCommand<ShowDependenciesResult> {
  static override paths = [['deps']];
  static override usage = Command.Usage({
    category: 'Look',
    description: 'dependency graph of the specs',
    details: `
      Without a spec: the whole graph. With one: what it needs, or with \`--reverse\` what needs it. Cycles and dependencies
      that do not exist are marked. \`--format mermaid\` and \`--format dot\` print the graph for other programs.
    `,
    examples: [
      ['Everything', 'spectool deps'],
      ['What waits for spec 5', 'spectool deps 5 --reverse'],
      ['A picture', 'spectool deps --format dot'],
    ],
  });

  spec = Option.String({ name: 'spec', required: false });
  reverse = Option.Boolean('--reverse', false, {
    description: 'what needs the spec, instead of what it needs',
  });
  depth = Option.String('--depth', { description: 'at most so many steps from the spec' });
  format = Option.String('--format', 'tree', {
    description: 'tree (default), mermaid or dot',
    validator: isEnum(FORMATS),
  });

  protected override async run(spectool: Spectool): Promise<ShowDependenciesResult> {
    const depth = numberOption('--depth', this.depth);
    return spectool.showDependencies.execute({
      reverse: this.reverse,
      ...(this.spec !== undefined && { spec: this.spec }),
      ...(depth !== undefined && { depth }),
    });
  }

  protected override warnings({ cycles }: ShowDependenciesResult): readonly Warning[] {
    return cycles.map((cycle) => ({
      code: 'DEPENDENCY_CYCLE',
      message: `These specs wait for each other: ${[...cycle, cycle[0] ?? ''].join(' → ')}`,
    }));
  }

  protected override render(result: ShowDependenciesResult, terminal: Terminal): string {
    switch (this.format) {
      case 'tree':
        return renderDependencies(result, terminal);
      case 'mermaid':
        return dependencyMermaid(result);
      case 'dot':
        return dependencyDot(result);
    }
  }
}
