import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { entrySources } from './public-names.ts'

/** Entries for the packages of this repository, which no page imports. */
const internalEntries = ['/inside', '/lazy-adapter', '/lazy-connector', '/remote-connector']

/**
 * The functions that a package exports to pages and whose comment has no `@example`, as
 * `file: name`.
 * @param folder of the package, such as `packages/core`
 */
export function missingExamples(root: string, folder: string): string[] {
  const missing = [...entrySources(root, folder)]
    .filter(([entry]) => !internalEntries.some((internal) => entry.endsWith(internal)))
    .flatMap(([, path]) => functionsWithoutExample(path))
    .map(([path, name]) => `${relative(root, path)}: ${name}`)
  return [...new Set(missing)].sort()
}

function functionsWithoutExample(path: string): (readonly [path: string, name: string])[] {
  return parse(path).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return ownFunctions(statement, path)
    const { exportClause: list, moduleSpecifier: module } = statement
    if (statement.isTypeOnly || !list || !ts.isNamedExports(list)) return []
    if (!module || !ts.isStringLiteral(module) || !module.text.startsWith('.')) return []
    const source = join(dirname(path), module.text)
    const names = list.elements
      .filter((element) => !element.isTypeOnly)
      .map((element) => (element.propertyName ?? element.name).text)
    return parse(source)
      .statements.flatMap((one) => ownFunctions(one, source))
      .filter(([, name]) => names.includes(name))
  })
}

/** A statement that exports a function without an example, or nothing. */
function ownFunctions(
  statement: ts.Statement,
  path: string,
): (readonly [path: string, name: string])[] {
  const isExported =
    ts.getCombinedModifierFlags(statement as ts.FunctionDeclaration).valueOf() &
    ts.ModifierFlags.Export
  if (!isExported || hasExample(statement)) return []
  if (ts.isFunctionDeclaration(statement) && statement.name) return [[path, statement.name.text]]
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations
    .filter(({ type, initializer }) => isFunction(type) || isFunction(initializer))
    .map(({ name }) => [path, name.getText()] as const)
}

function isFunction(node: ts.Node | undefined): boolean {
  return node !== undefined && (ts.isFunctionTypeNode(node) || ts.isArrowFunction(node))
}

function hasExample(node: ts.Node): boolean {
  return ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'example')
}

function parse(path: string): ts.SourceFile {
  const text = readFileSync(path, 'utf8')
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
}
