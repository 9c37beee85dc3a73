import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** What the checks want to know of one file. */
export interface SourceFile {
  /** From the repository's folder, with `/`. */
  readonly path: string
  readonly lines: number
  /** Every module it names: import, type import, re-export, `import()`, `import('…')` type. */
  readonly imports: readonly string[]
  /** The same, without what sits in tests' mocks: only `export … from`. */
  readonly reexports: readonly string[]
  /** What it imports or re-exports by name, and from where. */
  readonly names: readonly (readonly [name: string, module: string])[]
  /** Line numbers of `let` and `var` at the top level. */
  readonly topLevelLets: readonly number[]
  /** Line numbers of `any` and of suppressions that give no reason. */
  readonly unexplained: readonly number[]
}

/** A test, its fixtures, or what only tests and development load. */
export function isTestPath(path: string): boolean {
  return /\.(test|test-d|fixture)\.tsx?$|(^|\/)(test|bench)\/|^(scripts|tests)\//.test(path)
}

/** Data and generated files, exempt from the rules on size. */
export function isGeneratedPath(path: string): boolean {
  return /\.gen\.(ts|json)$/.test(path)
}

const suppression = /@ts-(ignore|expect-error|nocheck)|biome-ignore(-all|-start)?|eslint-disable/

/** Whether a suppression says why: `@ts-expect-error: why`, `biome-ignore rule: why`. */
function explains(line: string): boolean {
  if (/@ts-(ignore|nocheck)/.test(line)) return false
  return /(@ts-expect-error|biome-ignore[\w-]*\s+[\w/]+)\s*[:—-]\s*\S.{9,}/.test(line)
}

export function parseSource(path: string, text: string): SourceFile {
  const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const lineOf = (node: ts.Node) =>
    source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
  const lines = text.split('\n')
  const imports: string[] = []
  const reexports: string[] = []
  const names: [string, string][] = []
  const unexplained: number[] = []

  const visit = (node: ts.Node): void => {
    const name = moduleOf(node)
    if (name !== undefined) imports.push(name)
    if (name !== undefined && ts.isExportDeclaration(node)) reexports.push(name)
    if (name !== undefined) names.push(...namesOf(node).map((one): [string, string] => [one, name]))
    if (node.kind === ts.SyntaxKind.AnyKeyword) {
      const line = lineOf(node)
      if (!/\/\/\s*any: \S{3,}/.test(lines[line - 1] ?? '') && !explains(lines[line - 2] ?? ''))
        unexplained.push(line)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)

  lines.forEach((line, index) => {
    const comment = /\/[/*].*$|^\s*\*.*$/.exec(line)?.[0] ?? ''
    if (suppression.test(comment) && !explains(comment)) unexplained.push(index + 1)
  })

  const topLevelLets = source.statements
    .filter(
      (node) => ts.isVariableStatement(node) && !(node.declarationList.flags & ts.NodeFlags.Const),
    )
    .filter((node) => !ts.canHaveModifiers(node) || !hasDeclare(node))
    .map(lineOf)

  return {
    path,
    lines: lines.length - (text.endsWith('\n') ? 1 : 0),
    imports,
    reexports,
    names,
    topLevelLets,
    unexplained,
  }
}

function hasDeclare(node: ts.HasModifiers): boolean {
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false
}

function moduleOf(node: ts.Node): string | undefined {
  if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
    return textOf(node.moduleSpecifier)
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return textOf(node.argument.literal)
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return textOf(node.arguments[0])
  return undefined
}

/**
 * The names in `import { a, b as c } from`, `export { a } from`, `import('…').A`: as the module
 * itself calls them.
 */
function namesOf(node: ts.Node): string[] {
  if (ts.isImportTypeNode(node))
    return node.qualifier && ts.isIdentifier(node.qualifier) ? [node.qualifier.text] : []
  const clause = ts.isImportDeclaration(node)
    ? node.importClause?.namedBindings
    : ts.isExportDeclaration(node)
      ? node.exportClause
      : undefined
  if (!clause || !(ts.isNamedImports(clause) || ts.isNamedExports(clause))) return []
  return clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
}

function textOf(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteralLike(node) ? node.text : undefined
}

/** Every TypeScript file of the workspaces of `scripts` and of `tests`. */
export function readSources(root: string): SourceFile[] {
  const folders = ['packages', 'apps', 'examples']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .flatMap((folder) => ['src', 'test', 'bench'].map((part) => `${folder}/${part}`))
    .concat('scripts', 'tests')
    .filter((folder) => existsSync(join(root, folder)))
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter(
      (path) =>
        /\.tsx?$/.test(path) &&
        !/(^|\/)(node_modules|dist)\//.test(path) &&
        !path.endsWith('.d.ts'),
    )
    .sort()
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')))
}
