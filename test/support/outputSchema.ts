import { join } from 'node:path';
import { createGenerator, type Definition, type Schema } from 'ts-json-schema-generator';

const ROOT = join(import.meta.dirname, '../..');
const TYPE = 'CommandOutput';

/** schemas/output.schema.json, made of the types that the commands answer: a definition for each command, then what they share. */
export function outputSchema(): Schema {
  const { definitions = {} } = createGenerator({
    path: join(ROOT, 'src/adapters/cli/commandOutput.ts'),
    tsconfig: join(ROOT, 'tsconfig.json'),
    type: TYPE,
    skipTypeCheck: true,
    encodeRefs: false,
  }).createSchema(TYPE);
  const { [TYPE]: commands, ...shared } = definitions;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'What spectool prints with --json',
    description:
      'A definition for each command: `#/definitions/list` is what `spectool list --json` prints, `#/definitions/error` what every command prints on standard error when it fails. Later versions may add properties.',
    definitions: { ...((commands as Definition).properties ?? {}), ...shared },
  };
}
