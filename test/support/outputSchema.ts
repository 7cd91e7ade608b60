import { join } from 'node:path';
import {
  AnnotatedType,
  ArrayType,
  type BaseType,
  Context,
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  type Definition,
  LiteralType,
  type NodeParser,
  ObjectProperty,
  ObjectType,
  type Schema,
  SchemaGenerator,
  StringType,
  UnionType,
} from 'ts-json-schema-generator';
import { isInterfaceDeclaration, isTypeAliasDeclaration, type Node } from 'typescript';
import { type FieldRow, REQUESTED_FIELDS } from '../../src/domain/fields/standardFields.js';

const ROOT = join(import.meta.dirname, '../..');
const TYPE = 'CommandOutput';

/** Returns the expected schemas/output.schema.json, generated from the result types of the commands. */
export function outputSchema(): Schema {
  const config = {
    ...DEFAULT_CONFIG,
    path: join(ROOT, 'src/adapters/cli/commandHelp.ts'),
    tsconfig: join(ROOT, 'tsconfig.json'),
    type: TYPE,
    skipTypeCheck: true,
    encodeRefs: false,
  };
  const program = createProgram(config);
  const checker = program.getTypeChecker();
  const parser = createParser(program, config, (chain) => {
    const each = chain as unknown as NodeParser;
    // The compiler evaluates the type `CommandOutput`, because the schema generator cannot evaluate its mapped type.
    chain.addNodeParser({
      supportsNode: isCommandOutput,
      createType: (node) =>
        new ObjectType(
          'commands',
          [],
          checker
            .getTypeAtLocation(node)
            .getProperties()
            .map((property) => {
              const type = checker.getTypeOfSymbol(property);
              const declared = (type.aliasSymbol ?? type.symbol).declarations?.[0];
              if (declared === undefined) throw new Error(`${property.name} has no type of its own.`);
              const description = property
                .getDocumentationComment(checker)
                .map(({ text }) => text)
                .join('');
              const plain = each.createType(declared, new Context());
              const described = description === '' ? plain : new AnnotatedType(plain, { description }, false);
              return new ObjectProperty(property.name, described, true);
            }),
          false,
        ),
    });
    chain.addNodeParser({ supportsNode: isNamed('FieldValues'), createType: fieldValues });
  });
  const generator = new SchemaGenerator(program, parser, createFormatter(config), config);
  const { definitions = {} } = generator.createSchema(TYPE);
  const { [TYPE]: commands, ...shared } = definitions;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'What spectool prints with --json',
    description:
      'A definition for each command: `#/definitions/list` is what `spectool list --json` prints, `#/definitions/error` what every command prints on standard error when it fails. Later versions may add properties.',
    definitions: { ...((commands as Definition).properties ?? {}), ...shared },
  };
}

function isCommandOutput(node: Node): boolean {
  return isInterfaceDeclaration(node) && node.name.text === TYPE;
}

/** Returns a predicate for the declaration of the type alias `name`. */
function isNamed(name: string): (node: Node) => boolean {
  return (node) => isTypeAliasDeclaration(node) && node.name.text === name;
}

function oneOf(values: readonly string[]): BaseType {
  return new UnionType(values.map((value) => new LiteralType(value)));
}

function fieldValues(): BaseType {
  // Of the fields that few specs have, only those with several values are missing from a spec without them.
  const shown = REQUESTED_FIELDS.filter(({ late, one }: FieldRow) => late !== true || one === undefined);
  const properties = shown.map(
    (field) => new ObjectProperty(field.name, typeOf(field), field.one !== undefined),
  );
  return new ObjectType('fields', [], properties, false);
}

function typeOf({ kind, values = [] }: FieldRow): BaseType {
  if (kind === 'list' || kind === 'references') return new ArrayType(new StringType());
  return kind === 'word' ? oneOf(values) : new StringType();
}
