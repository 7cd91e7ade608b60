// Converts ES modules for the program's file, in which each chunk is a function that is called when the chunk is first needed.
import ts from 'typescript';

/** Marks an `import(…)` whose result is needed at once. It becomes a `require(…)`; esbuild splits only at `import(…)`. */
const NOW = 'globalThis.loadedNow';

const parse = (code) =>
  ts.createSourceFile('module.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);

/** Returns the text with each edit's part, from `start` to `end`, replaced. */
function edited(text, edits) {
  let result = text;
  for (const [start, end, other] of edits.sort(([one], [other]) => other - one))
    result = result.slice(0, start) + other + result.slice(end);
  return result;
}

/**
 * Replaces static imports from relative paths: each use of an imported name loads the module. A name that is re-exported becomes a
 * function that loads the module when it is called. A property whose value is an imported name becomes a getter.
 */
export function loadWhenUsed(code) {
  const file = parse(code);
  const loads = new Map();
  const edits = [];
  for (const statement of file.statements) {
    const from = statement.moduleSpecifier?.text;
    if (!from?.startsWith('.')) continue;
    const load = `${NOW}(() => import(${JSON.stringify(from)}))`;
    const exported = (statement.exportClause?.elements ?? []).map(
      ({ name: { text } }) => `export const ${text} = (...all) => ${load}.${text}(...all);`,
    );
    for (const { name, propertyName = name } of statement.importClause?.namedBindings?.elements ?? [])
      loads.set(name.text, `(${load}.${propertyName.text})`);
    edits.push([statement.getStart(), statement.end, exported.join('\n')]);
  }
  const visit = (node) => {
    const value = ts.isShorthandPropertyAssignment(node) ? node.name : node.initializer;
    const isProperty = ts.isShorthandPropertyAssignment(node) || ts.isPropertyAssignment(node);
    if (isProperty && ts.isIdentifier(value) && loads.has(value.text))
      edits.push([node.getStart(), node.end, `get ${node.name.text}() { return ${loads.get(value.text)}; }`]);
    else if (ts.isPropertyAccessExpression(node)) visit(node.expression);
    else if (ts.isPropertyAssignment(node)) visit(node.initializer);
    else if (ts.isIdentifier(node) && loads.has(node.text))
      edits.push([node.getStart(), node.end, loads.get(node.text)]);
    else ts.forEachChild(node, visit);
  };
  for (const statement of file.statements) if (statement.moduleSpecifier === undefined) visit(statement);
  return edited(code, edits);
}

/**
 * Converts a chunk that esbuild wrote as an ES module into the body of a function with `exports` and `require`. Unlike esbuild's own
 * conversion, imported values are read once and not by getters at each use, which makes every command start faster; so no module
 * may change a variable that it exports (`checkReadOnce`).
 */
export function asModuleFunction(code) {
  const file = parse(code);
  const edits = [];
  const imports = [];
  const required = (literal) => `require(${JSON.stringify(literal.text)})`;
  const renamed = (elements) =>
    elements.map(({ name, propertyName = name }) => `${propertyName.text}:${name.text}`).join();
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) {
      const { importClause: { name, namedBindings } = {}, moduleSpecifier } = statement;
      const from = required(moduleSpecifier);
      const isBuiltIn = !moduleSpecifier.text.startsWith('.');
      if (name !== undefined) imports.push(`const ${name.text}=${from}${isBuiltIn ? '' : '.default'};`);
      if (namedBindings === undefined) imports.push(name === undefined ? `${from};` : '');
      else if (ts.isNamespaceImport(namedBindings)) imports.push(`const ${namedBindings.name.text}=${from};`);
      else imports.push(`const{${renamed(namedBindings.elements)}}=${from};`);
      edits.push([statement.getStart(), statement.end, '']);
    } else if (ts.isExportDeclaration(statement)) {
      if (statement.moduleSpecifier !== undefined) throw new Error(`Cannot convert ${statement.getText()}`);
      const all = statement.exportClause.elements.map(
        ({ name, propertyName = name }) => `exports.${name.text}=${propertyName.text};`,
      );
      edits.push([statement.getStart(), statement.end, all.join('')]);
    } else if (ts.isExportAssignment(statement)) {
      edits.push([statement.getStart(), statement.expression.getStart(), 'exports.default=']);
    } else if (ts.getModifiers?.(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) {
      throw new Error(`Cannot convert ${statement.getText().slice(0, 80)}`);
    }
  }
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      edits.push([node.getStart(), node.end, `Promise.resolve().then(()=>${required(node.arguments[0])})`]);
    else if (ts.isCallExpression(node) && node.expression.getText() === NOW)
      edits.push([node.getStart(), node.end, required(node.arguments[0].body.arguments[0])]);
    else if (ts.isMetaProperty(node)) edits.push([node.getStart(), node.end, '({})']);
    else ts.forEachChild(node, visit);
  };
  file.statements.forEach(visit);
  return `"use strict";${imports.join('')}${edited(code, edits)}`;
}
