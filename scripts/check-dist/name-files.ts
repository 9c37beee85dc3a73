import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { parseAst } from 'vite'

/** Exported names of a public path, each with its file in the package and its name there. */
type Exported = ReadonlyMap<string, { readonly file: string; readonly name: string }>

interface Package {
  readonly name: string
  readonly folder: string
  readonly manifest: { readonly exports?: Record<string, unknown> }
}

/**
 * Makes published packages import each other's files instead of their indexes. A bundler that
 * splits by files, such as esbuild, otherwise loads with an index all that any part of the page
 * uses of it.
 * @param folders - published packages
 */
export function nameFiles(folders: readonly string[]): void {
  const packages = folders.map(readPackage)
  const exported = new Map(packages.flatMap((one) => [...exportsOf(one)]))
  const named = new Set<string>()
  for (const { name, folder } of packages) {
    for (const path of readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.mjs')) continue
      const file = join(folder, 'dist', path)
      const code = readFileSync(file, 'utf8')
      const written = renameImports(code, (specifier, imported) => {
        const [owner = ''] = /^@[^/]+\/[^/]+/.exec(specifier) ?? []
        const found = owner === name ? undefined : exported.get(specifier)?.get(imported)
        if (!found) return undefined
        named.add(owner)
        return { specifier: `${owner}/${found.file}`, name: found.name }
      })
      if (written !== code) writeFileSync(file, written)
    }
  }
  for (const { name, folder, manifest } of packages) {
    if (!named.has(name)) continue
    const exports = { ...manifest.exports, './dist/*.mjs': { default: './dist/*.mjs' } }
    const text = JSON.stringify({ ...manifest, exports }, null, 2)
    writeFileSync(join(folder, 'package.json'), `${text}\n`)
  }
}

function readPackage(folder: string): Package {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { name: manifest.name, folder, manifest }
}

/** By each public path of a package, such as `@latchkey/core`, what is re-exported there. */
function exportsOf({ name, folder, manifest }: Package): [string, Exported][] {
  return Object.entries(manifest.exports ?? {}).flatMap(([path, target]) => {
    const file = (target as { default?: string }).default
    if (!file?.endsWith('.mjs')) return []
    const code = readFileSync(join(folder, file), 'utf8')
    const names = [...readReexports(code)].map(
      ([as, { from, name }]) => [as, { file: posix.join(dirname(file), from), name }] as const,
    )
    return [[posix.join(name, path), new Map(names)] as [string, Exported]]
  })
}

/** Names that a module only passes on from another file of its package, by what it calls them. */
export function readReexports(
  code: string,
): ReadonlyMap<string, { readonly from: string; readonly name: string }> {
  const imported = new Map<string, { from: string; name: string }>()
  const passed = new Map<string, { from: string; name: string }>()
  const { body } = parseAst(code)
  for (const node of body) {
    if (node.type !== 'ImportDeclaration') continue
    for (const one of node.specifiers) {
      if (one.type === 'ImportSpecifier')
        imported.set(one.local.name, { from: node.source.value, name: nameOf(one.imported) })
    }
  }
  for (const node of body) {
    if (node.type !== 'ExportNamedDeclaration') continue
    for (const { local, exported } of node.specifiers) {
      const found = node.source
        ? { from: node.source.value, name: nameOf(local) }
        : imported.get(nameOf(local))
      if (found?.from.startsWith('.')) passed.set(nameOf(exported), found)
    }
  }
  return passed
}

/**
 * Writes the named imports of a module anew.
 * @param find - where a name really comes from; `undefined` leaves it as it is
 */
export function renameImports(
  code: string,
  find: (
    specifier: string,
    name: string,
  ) => { readonly specifier: string; readonly name: string } | undefined,
): string {
  let written = code
  for (const node of [...parseAst(code).body].reverse()) {
    if (node.type !== 'ImportDeclaration') continue
    const specifier = node.source.value
    const lists = new Map<string, string[]>()
    let isFound = false
    for (const one of node.specifiers) {
      if (one.type !== 'ImportSpecifier') {
        isFound = false
        break
      }
      const found = find(specifier, nameOf(one.imported))
      isFound ||= !!found
      const name = found?.name ?? nameOf(one.imported)
      const from = found?.specifier ?? specifier
      const text = name === one.local.name ? name : `${name} as ${one.local.name}`
      lists.set(from, [...(lists.get(from) ?? []), text])
    }
    if (!isFound) continue
    const imports = [...lists].map(
      ([from, names]) => `import { ${names.join(', ')} } from ${JSON.stringify(from)};`,
    )
    written = written.slice(0, node.start) + imports.join('\n') + written.slice(node.end)
  }
  return written
}

function nameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.name ?? String(node.value)
}
