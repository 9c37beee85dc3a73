import ts from 'typescript'

/** Where names come from that a snippet does not import itself: name → module. */
export type Sources = ReadonlyMap<string, string>

/**
 * The snippet as a module of its own: names that it neither imports nor declares are imported from
 * where `sources` says. A name that `sources` lacks stays as it is, for the compiler to report.
 */
export function completeSnippet(code: string, sources: Sources): string {
  const file = ts.createSourceFile(
    'snippet.tsx',
    code,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  )
  const declared = new Set<string>()
  const used = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      if (isDeclaration(node)) declared.add(node.text)
      else if (isReference(node)) used.add(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  const imports = [...used]
    .filter((name) => !declared.has(name) && sources.has(name))
    .sort()
    .map((name) => `import { ${name} } from '${sources.get(name)}'`)
  // One line, so that the compiler's line numbers are those of the snippet, moved by one.
  return `${[...imports, 'export {}'].join('; ')}\n${insideFunction(file, code)}\n`
}

/** An example of a hook may end with `return`: it is then the inside of a component. */
function insideFunction(file: ts.SourceFile, code: string): string {
  const returns = file.statements.some(ts.isReturnStatement)
  return returns ? `export function Example() { ${code}\n}` : code
}

function isDeclaration(node: ts.Identifier): boolean {
  const { parent } = node
  return (
    ((ts.isVariableDeclaration(parent) ||
      ts.isParameter(parent) ||
      ts.isBindingElement(parent) ||
      ts.isFunctionDeclaration(parent) ||
      ts.isClassDeclaration(parent) ||
      ts.isInterfaceDeclaration(parent) ||
      ts.isTypeAliasDeclaration(parent) ||
      ts.isTypeParameterDeclaration(parent)) &&
      parent.name === node) ||
    (ts.isImportSpecifier(parent) && parent.name === node) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent)
  )
}

function isReference(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node
  if (ts.isQualifiedName(parent)) return parent.left === node
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  if (ts.isJsxAttribute(parent)) return false
  if (ts.isBindingElement(parent)) return parent.initializer === node
  if (ts.isPropertySignature(parent) || ts.isMethodSignature(parent)) return false
  if (ts.isMethodDeclaration(parent) || ts.isImportSpecifier(parent)) return false
  return true
}
