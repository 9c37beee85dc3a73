import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import type { Manifest } from './publishable.ts'

/**
 * Names that React exports to a page and not to a server component: `createContext`, `useState` and
 * so on. A module that imports one of them cannot be loaded by a server component.
 */
export function clientNames(root: string): ReadonlySet<string> {
  const require = createRequire(join(root, 'package.json'))
  const whole = require('react') as object
  // The package's exports name this file for servers only, so it is found beside the other one.
  const server = require(join(dirname(require.resolve('react')), 'react.react-server.js')) as object
  return new Set(Object.keys(whole).filter((name) => !(name in server)))
}

interface BuiltModule {
  readonly isMarked: boolean
  /** What it imports of React that only a page has. */
  readonly used: readonly string[]
  /** Absolute paths. */
  readonly imports: readonly string[]
}

/**
 * Faults of a built package: entries that reach a file with React's client-only names and do not
 * begin with `'use client'`, and entries that do although they reach none.
 * @param folder - absolute path of the package as it is published
 */
export function clientFaults(
  folder: string,
  manifest: Pick<Manifest, 'exports'>,
  names: ReadonlySet<string>,
): string[] {
  const modules = new Map<string, BuiltModule>()
  const read = (path: string): BuiltModule => {
    const known = modules.get(path) ?? readModule(path, names)
    modules.set(path, known)
    return known
  }
  return Object.values(manifest.exports ?? {}).flatMap((target) => {
    const file = typeof target === 'string' ? target : target.default
    if (!file?.endsWith('.mjs')) return []
    const entry = join(folder, file)
    const reached = findClientFiles(entry, read)
    const { isMarked } = read(entry)
    if (isMarked && reached.length === 0)
      return [`${file} begins with 'use client', and nothing that it imports needs a page`]
    if (isMarked) return []
    return reached.map(
      (path) =>
        `${file} lacks 'use client': ${relative(folder, path)} imports ${read(path).used.join(', ')}`,
    )
  })
}

/** Files with client-only names that an entry reaches without passing a marked file. */
function findClientFiles(entry: string, read: (path: string) => BuiltModule): string[] {
  const seen = new Set([entry])
  for (const path of seen) {
    for (const next of read(path).imports) {
      if (!read(next).isMarked) seen.add(next)
    }
  }
  return [...seen].filter((path) => read(path).used.length > 0)
}

function readModule(path: string, names: ReadonlySet<string>): BuiltModule {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  const [first] = source.statements
  const isMarked =
    first !== undefined &&
    ts.isExpressionStatement(first) &&
    ts.isStringLiteral(first.expression) &&
    first.expression.text === 'use client'
  const used: string[] = []
  const imports: string[] = []
  const addImport = (specifier: string): void => {
    if (/^\.{1,2}\/.*\.mjs$/.test(specifier)) imports.push(join(dirname(path), specifier))
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const specifier = node.moduleSpecifier
      if (specifier && ts.isStringLiteral(specifier)) {
        addImport(specifier.text)
        if (ts.isImportDeclaration(node)) used.push(...usedNames(node, specifier.text, names))
      }
    }
    if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      node.arguments[0] &&
      ts.isStringLiteralLike(node.arguments[0])
    )
      addImport(node.arguments[0].text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { isMarked, used, imports }
}

/** The client-only names of one import; the whole of React, or of a page's renderer, counts too. */
function usedNames(
  { importClause }: ts.ImportDeclaration,
  specifier: string,
  names: ReadonlySet<string>,
): readonly string[] {
  if (/^react-dom(\/|$)/.test(specifier)) return [specifier]
  if (specifier !== 'react' || !importClause) return []
  const { name, namedBindings } = importClause
  if (name || (namedBindings && ts.isNamespaceImport(namedBindings))) return ['all of react']
  return (namedBindings && ts.isNamedImports(namedBindings) ? [...namedBindings.elements] : [])
    .map((element) => (element.propertyName ?? element.name).text)
    .filter((one) => names.has(one))
}
