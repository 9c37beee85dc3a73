import { join } from 'node:path'
import ts from 'typescript'

/**
 * Finds texts of the dialog that no product code reads, as `file: key`. The compiler decides what
 * reads a text: an access, a destructuring, or for a computed key every text that the key's type
 * allows.
 * @param wordsFolder - absolute path; each property of an object literal in it is a text
 * @param files - absolute paths of all files that may read them
 */
export function unreadWords(
  wordsFolder: string,
  files: readonly string[],
  options: ts.CompilerOptions,
): string[] {
  const program = ts.createProgram([...files], { ...options, noEmit: true })
  const checker = program.getTypeChecker()
  const read = new Set<ts.Node>()
  const words = new Map<ts.Node, string>()
  const note = (symbol: ts.Symbol | undefined): void => {
    for (const declaration of symbol?.declarations ?? []) {
      read.add(declaration)
    }
  }
  const noteKeys = (object: ts.Type, key: ts.Type): void => {
    const keys = (key.isUnion() ? key.types : [key]).map((one) =>
      one.isStringLiteral() ? one.value : undefined,
    )
    for (const property of object.getProperties()) {
      if (keys.includes(undefined) || keys.includes(property.name)) note(property)
    }
  }
  const noteAll = (type: ts.Type): void => {
    for (const property of type.getProperties()) {
      note(property)
    }
  }
  const isGroup = (type: ts.Type): boolean =>
    type.symbol?.declarations?.some(
      (one) =>
        ts.isObjectLiteralExpression(one) && one.getSourceFile().fileName.startsWith(wordsFolder),
    ) ?? false
  /**
   * A group of texts passed to a function with its own type: the members of that type count as
   * read.
   */
  const noteGiven = (node: ts.Expression): void => {
    const type = checker.getTypeAtLocation(node)
    const wanted = isGroup(type) && checker.getContextualType(node)
    if (!wanted || wanted === type || isGroup(wanted)) return
    const keys = wanted.getProperties()
    if (keys.length === 0) noteAll(type)
    for (const { name } of keys) {
      note(type.getProperty(name))
    }
  }
  const visit = (node: ts.Node): void => {
    if (isGivenAway(node)) noteGiven(node)
    if (
      ts.isCallExpression(node) &&
      /^Object\.(values|keys|entries)$/.test(node.expression.getText())
    )
      for (const given of node.arguments) {
        noteAll(checker.getTypeAtLocation(given))
      }
    if (ts.isPropertyAccessExpression(node)) note(checker.getSymbolAtLocation(node.name))
    else if (ts.isElementAccessExpression(node))
      noteKeys(
        checker.getTypeAtLocation(node.expression),
        checker.getTypeAtLocation(node.argumentExpression),
      )
    else if (ts.isSpreadAssignment(node)) noteAll(checker.getTypeAtLocation(node.expression))
    else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name
      if (ts.isIdentifier(name)) note(checker.getTypeAtLocation(node.parent).getProperty(name.text))
    }
    ts.forEachChild(node, visit)
  }
  const collect = (node: ts.Node, path: string): void => {
    const isWord = ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)
    const here = isWord ? `${path}.${(node.name as ts.Identifier).text}` : path
    if (isWord) words.set(node, here)
    // Nested parts of one text are not texts themselves.
    if (
      isWord &&
      !(ts.isPropertyAssignment(node) && ts.isObjectLiteralExpression(node.initializer))
    )
      return
    // The entries of a table whose keys another type requires are not checked.
    if (ts.isObjectLiteralExpression(node) && checker.getContextualType(node)) return
    ts.forEachChild(node, (child) => collect(child, here))
  }
  for (const file of files) {
    const source = program.getSourceFile(file)
    if (!source) continue
    visit(source)
    if (file.startsWith(wordsFolder)) collect(source, file.slice(wordsFolder.length + 1))
  }
  return [...words].filter(([node]) => !read.has(node)).map(([, path]) => path)
}

/** Whether a node's value is passed on: into a call, an attribute, an object. */
function isGivenAway(node: ts.Node): node is ts.Expression {
  if (!ts.isPropertyAccessExpression(node) && !ts.isIdentifier(node)) return false
  const { parent } = node
  if (ts.isCallExpression(parent)) return parent.expression !== node
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent))
    return parent.initializer === node
  return ts.isJsxExpression(parent) || ts.isReturnStatement(parent)
}

/** Unread texts of the dialog's published code, without its tests. */
export function unreadWordsOf(root: string, paths: readonly string[]): string[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile) as {
    config: object
  }
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  return unreadWords(
    join(root, 'packages/modal/src/words/en'),
    paths.map((path) => join(root, path)),
    options,
  )
}
