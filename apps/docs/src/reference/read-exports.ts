import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { entrySources } from '../../../../scripts/snippets/public-names.ts'
import { root } from '../repository.ts'
import { type Comment, readComment } from './read-comment.ts'

export type ExportKind = 'function' | 'component' | 'hook' | 'class' | 'constant' | 'type'

/** A name that a package exports. */
export interface Export {
  readonly name: string
  readonly kind: ExportKind
  /** Module specifier to import the name from, such as `@latchkey/core`. */
  readonly entry: string
  /** Path of the file that declares the name, from the root of the repository. */
  readonly source: string
  /** First folder below `src` in the file's path; empty for a file in `src` itself. */
  readonly topic: string
  readonly comment: Comment
  /** Source text of the declaration without the bodies of functions. */
  readonly declaration: string
}

/** Entry points that only the packages of this repository import; the reference leaves them out. */
const internalEntries =
  /\/(?:inside|lazy-adapter|lazy-connector|remote-connector|parts|race|read-bounded|time-limit|vault|silent|together|watch|twice-hashed|install-\w+)$/

/**
 * Reads every public export of a package from its sources, in the order of its index. No type
 * checker is needed, because `isolatedDeclarations` makes every export state its types.
 * @param folder of the package, such as `packages/core`
 */
export function readExports(folder: string): readonly Export[] {
  const found = new Map<string, Export>()
  for (const [entry, path] of entrySources(root, folder)) {
    if (internalEntries.test(entry)) continue
    for (const item of exportsOf(entry, path)) {
      // Some entry points repeat exports of the index; each name is listed once.
      if (!found.has(item.name)) found.set(item.name, item)
    }
  }
  return [...found.values()]
}

function exportsOf(entry: string, path: string): Export[] {
  return parseSource(path).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) {
      const isExported = ts.canHaveModifiers(statement)
        ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
        : false
      return isExported
        ? namesOf(statement).flatMap((name) => toExport(entry, path, name, name))
        : []
    }
    const { exportClause: list, moduleSpecifier: module } = statement
    if (!list || !ts.isNamedExports(list)) return []
    if (!module || !ts.isStringLiteral(module) || !module.text.startsWith('.')) return []
    const source = join(dirname(path), module.text)
    return list.elements.flatMap((element) =>
      toExport(entry, source, (element.propertyName ?? element.name).text, element.name.text),
    )
  })
}

function toExport(entry: string, path: string, own: string, name: string): Export[] {
  const file = parseSource(path)
  const declared = file.statements.filter((statement) => namesOf(statement).includes(own))
  const [main] = declared.filter((one) => !ts.isModuleDeclaration(one))
  const first = main ?? declared[0]
  if (!first) return []
  const overloads = declared.filter((one) => ts.isFunctionDeclaration(one) && !one.body)
  const shown = declared.filter(
    (one) => !(overloads.length > 0 && ts.isFunctionDeclaration(one) && one.body),
  )
  const source = relative(root, path).replaceAll('\\', '/')
  const [, inner = ''] = /^packages\/[^/]+\/src\/(.*)$/.exec(source) ?? []
  const comments = [...declared].map((one) => rawComment(one, file)).filter(Boolean)
  return [
    {
      name,
      kind: kindOf(first, name),
      entry,
      source,
      topic: inner.includes('/') ? (inner.split('/')[0] ?? '') : '',
      comment: readComment(comments[0]),
      declaration: shown.map((one) => declarationOf(one, file, own)).join('\n\n'),
    },
  ]
}

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText())
  const { name } = statement as { readonly name?: ts.Node }
  return name ? [name.getText()] : []
}

function kindOf(node: ts.Statement, name: string): ExportKind {
  if (ts.isClassDeclaration(node)) return 'class'
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return 'type'
  const isFunction =
    ts.isFunctionDeclaration(node) ||
    (ts.isVariableStatement(node) &&
      node.declarationList.declarations.some(
        ({ type, initializer }) =>
          (type && ts.isFunctionTypeNode(type)) || (initializer && ts.isArrowFunction(initializer)),
      ))
  if (!isFunction) return 'constant'
  if (/^use[A-Z]/.test(name)) return 'hook'
  return /^[A-Z]/.test(name) ? 'component' : 'function'
}

function rawComment(node: ts.Node, file: ts.SourceFile): string | undefined {
  const range = ts.getLeadingCommentRanges(file.text, node.getFullStart())?.at(-1)
  const text = range && file.text.slice(range.pos, range.end)
  return text?.startsWith('/**') ? text : undefined
}

/**
 * The source text of a declaration without the bodies of functions and the initial values of
 * fields.
 */
function declarationOf(node: ts.Statement, file: ts.SourceFile, name: string): string {
  const cuts: (readonly [from: number, to: number])[] = []
  const visit = (child: ts.Node): void => {
    if (ts.isFunctionLike(child) && 'body' in child && child.body) {
      const body = child.body as ts.Node
      cuts.push([ts.isArrowFunction(child) ? body.getStart() : body.getFullStart(), body.end])
    } else if (ts.isPropertyDeclaration(child) && child.initializer && child.type) {
      cuts.push([child.type.end, child.initializer.end])
    } else {
      ts.forEachChild(child, visit)
    }
  }
  if (ts.isVariableStatement(node)) {
    const declaration = node.declarationList.declarations.find((one) => one.name.getText() === name)
    return declaration ? variableText(declaration) : ''
  }
  visit(node)
  let text = ''
  let at = node.getStart()
  for (const [from, to] of cuts.toSorted(([a], [b]) => a - b)) {
    text += file.text.slice(at, from)
    at = to
  }
  return (text + file.text.slice(at, node.end)).replace(/^export (?:declare )?(?:async )?/, '')
}

function variableText({ name, type, initializer }: ts.VariableDeclaration): string {
  if (type) return `const ${name.getText()}: ${type.getText()}`
  if (initializer && ts.isArrowFunction(initializer)) {
    const text = initializer.getText()
    return `const ${name.getText()} = ${text.slice(0, initializer.body.getStart() - initializer.getStart())}…`
  }
  const value = initializer?.getText() ?? ''
  return `const ${name.getText()} = ${value.length > 400 ? '…' : value}`
}

const parsed = new Map<string, ts.SourceFile>()

function parseSource(path: string): ts.SourceFile {
  const known = parsed.get(path)
  if (known) return known
  const text = readFileSync(path, 'utf8')
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  parsed.set(path, file)
  return file
}
