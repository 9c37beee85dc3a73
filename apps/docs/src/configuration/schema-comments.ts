import { dirname, join } from 'node:path'
import ts from 'typescript'
import { readComment } from '../reference/read-comment.ts'
import { readText } from '../repository.ts'

/**
 * Reads the comments before the keys of a zod schema from its source, because the schema itself
 * does not contain them. The result is by path, such as `rpc.maxBatch` or `chains[].id`.
 * @param path of the file that declares it, from the root of the repository
 */
export function schemaComments(path: string, name: string): ReadonlyMap<string, string> {
  const comments = new Map<string, string>()
  const initializer = findConstant(path, name)
  if (!initializer) throw new Error(`${path} declares no ${name}`)
  readSchema(initializer, path, '', comments, 0)
  return comments
}

function readSchema(
  node: ts.Expression,
  path: string,
  prefix: string,
  comments: Map<string, string>,
  depth: number,
): void {
  if (depth > 12) return
  const readInner = (inner: ts.Expression, at = prefix): void =>
    readSchema(inner, path, at, comments, depth + 1)
  if (ts.isIdentifier(node)) {
    const found = resolveName(path, node.text)
    if (found) readSchema(found.value, found.path, prefix, comments, depth + 1)
    return
  }
  if (ts.isObjectLiteralExpression(node)) {
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) readInner(property.expression)
      if (!ts.isPropertyAssignment(property) && !ts.isShorthandPropertyAssignment(property))
        continue
      const key = `${prefix}${prefix ? '.' : ''}${property.name.getText().replaceAll("'", '')}`
      const text = commentOf(property)
      if (text) comments.set(key, text)
      readInner(ts.isPropertyAssignment(property) ? property.initializer : property.name, key)
    }
    return
  }
  if (!ts.isCallExpression(node)) return
  const { expression } = node
  if (!ts.isPropertyAccessExpression(expression)) return
  const method = expression.name.text
  const [first, second] = node.arguments
  if (expression.expression.getText() !== 'z') {
    // The call is a method of another schema, such as `optional` or `extend`.
    readInner(expression.expression)
    if (method === 'extend' && first) readInner(first)
  } else if (method === 'array' && first) {
    readInner(first, `${prefix}[]`)
  } else if (method === 'record' && second) {
    readInner(second, `${prefix}.*`)
  } else if (/^(?:strictObject|object|looseObject)$/.test(method) && first) {
    readInner(first)
  }
}

function commentOf(node: ts.Node): string {
  const text = node.getSourceFile().text
  const range = ts.getLeadingCommentRanges(text, node.getFullStart())?.at(-1)
  const raw = range && text.slice(range.pos, range.end)
  return raw?.startsWith('/**') ? readComment(raw).text.replace(/\s+/g, ' ') : ''
}

/**
 * Finds the constant that a name in a file stands for: one of the file itself, or one that the file
 * imports by a relative path.
 */
function resolveName(
  path: string,
  name: string,
): { readonly path: string; readonly value: ts.Expression } | undefined {
  const own = findConstant(path, name)
  if (own) return { path, value: own }
  for (const statement of parseSource(path).statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
      continue
    const list = statement.importClause?.namedBindings
    if (!list || !ts.isNamedImports(list)) continue
    const imported = list.elements.find((element) => element.name.text === name)
    const module = statement.moduleSpecifier.text
    if (!imported || !module.startsWith('.')) continue
    const source = join(dirname(path), module).replaceAll('\\', '/')
    const value = findConstant(source, (imported.propertyName ?? imported.name).text)
    if (value) return { path: source, value }
  }
  return undefined
}

function findConstant(path: string, name: string): ts.Expression | undefined {
  return parseSource(path)
    .statements.filter(ts.isVariableStatement)
    .flatMap((statement) => [...statement.declarationList.declarations])
    .find((declaration) => declaration.name.getText() === name)?.initializer
}

function parseSource(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readText(path), ts.ScriptTarget.Latest, true)
}
