import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** The checked facts of one file. */
export interface SourceFile {
  /** Path relative to the repository, with `/`. */
  readonly path: string
  readonly lines: number
  /** Every imported module: import, type import, re-export, `import()`, `import('…')` type. */
  readonly imports: readonly string[]
  /** Modules of `export … from` only. */
  readonly reexports: readonly string[]
  /** Imported and re-exported names with their modules. */
  readonly names: readonly (readonly [name: string, module: string])[]
  /** Line numbers of `let` and `var` at the top level. */
  readonly topLevelLets: readonly number[]
  /** Line numbers of `any` and of suppressions without a reason. */
  readonly unexplained: readonly number[]
}

/** Whether a file is a test, a fixture, or loaded in tests and development only. */
export function isTestPath(path: string): boolean {
  return /\.(test|test-d|fixture)\.tsx?$|(^|\/)(test|bench)\/|^(scripts|tests)\//.test(path)
}

/** Whether a file is data or generated, and exempt from size rules. */
export function isGeneratedPath(path: string): boolean {
  return /\.gen\.(ts|json)$/.test(path)
}

const suppression = /@ts-(ignore|expect-error|nocheck)|biome-ignore(-all|-start)?|eslint-disable/

/** Whether a suppression has a reason: `@ts-expect-error: why`, `biome-ignore rule: why`. */
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
 * The imported names in `import { a, b as c } from`, `export { a } from`, `import('…').A`, as the
 * module spells them.
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

/** Reads every TypeScript file of the workspaces, of `scripts` and of `tests`. */
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
