import { createHash } from 'node:crypto'
import { parseAst } from 'vite'

/** File that a page loads; its name is the same in every build, because a version pins it. */
export const scriptName = 'latchkey.js'
/** Name of the function by which parts load each other. */
const loaderName = 'loadPart'
const pinsMark = '__LATCHKEY_PINS__'

/** A file of the script, by name. */
export type ScriptFiles = ReadonlyMap<string, string>

interface Place {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Makes the files of a build check each other: every `import()` becomes a call of the script's own
 * loader, and a table of all hashes is added as `pins.js`.
 * @param files - one of them, `first`, holds all that the page loads at once
 * @param first - its name in the build; it becomes `latchkey.js`
 * @throws when the first file imports another one, which nothing would check
 */
export function pinParts(files: ScriptFiles, first: string): Map<string, string> {
  const nameOf = (specifier: string): string => {
    const name = specifier.replace(/^\.\//, '')
    return name === first ? scriptName : name
  }
  const imports = new Map<string, readonly string[]>()
  const pinned = new Map<string, string>()
  for (const [file, code] of files) {
    const name = nameOf(file)
    const found = findImports(code)
    const loader = name === scriptName ? localNameOf(code, loaderName) : 'latchkeyLoadPart'
    const places = found.map(({ start, end, specifier, isDynamic }): Place => {
      const target = JSON.stringify(isDynamic ? nameOf(specifier) : `./${nameOf(specifier)}`)
      const isOwn = nameOf(specifier) === scriptName
      if (!isDynamic) return { start, end, text: target }
      const text = isOwn ? `import("./${scriptName}")` : `${loader}(${target})`
      return { start, end, text }
    })
    const isLoading = found.some(({ isDynamic }) => isDynamic) && name !== scriptName
    const head = isLoading ? `import{${loaderName} as ${loader}}from"./${scriptName}";` : ''
    pinned.set(name, head + replacePlaces(code, places))
    const needed = found.filter(({ isDynamic }) => !isDynamic)
    imports.set(
      name,
      needed.map(({ specifier }) => nameOf(specifier)).filter((one) => one !== scriptName),
    )
  }
  const eager = imports.get(scriptName)
  if (!eager || eager.length > 0) throw new Error(`${scriptName} imports ${eager ?? 'unknown'}`)
  const pins = Object.fromEntries(
    [...pinned.keys()]
      .filter((name) => name !== scriptName)
      .sort()
      .map((name) => [
        name,
        [integrityOf(pinned.get(name) ?? '', 'sha256'), needsOf(name, imports)],
      ]),
  )
  const table = `export const pins=${JSON.stringify(pins)}\n`
  const script = pinned.get(scriptName) ?? ''
  if (!script.includes(pinsMark)) throw new Error(`${scriptName} has no place for a hash`)
  pinned.set('pins.js', table)
  return pinned.set(scriptName, script.replace(pinsMark, integrityOf(table)))
}

/**
 * The value of an `integrity` attribute for a file.
 * @param algorithm - the table of parts has the shorter hash, because no compression shortens it
 */
export function integrityOf(code: string, algorithm: 'sha256' | 'sha384' = 'sha384'): string {
  return `${algorithm}-${createHash(algorithm).update(code).digest('base64')}`
}

/** All parts that a part needs, each after those that it imports itself. */
function needsOf(name: string, imports: ReadonlyMap<string, readonly string[]>): string[] {
  const needs = new Set<string>()
  const seen = new Set([name])
  const visit = (one: string): void => {
    for (const next of imports.get(one) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      visit(next)
      needs.add(next)
    }
  }
  visit(name)
  return [...needs]
}

interface Found {
  /** Of the whole `import()`, or of the text after `from`. */
  readonly start: number
  readonly end: number
  readonly specifier: string
  readonly isDynamic: boolean
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly source?: Node | null
  readonly value?: unknown
  readonly quasis?: readonly { readonly value: { readonly cooked?: string | null } }[]
}

/** The imports of files beside this one. An `import()` whose name is worked out is left alone. */
function findImports(code: string): readonly Found[] {
  const found: Found[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const node = value as Node
    const { source } = node
    const specifier = source && textOf(source)
    if (source && specifier?.startsWith('./')) {
      const isDynamic = node.type === 'ImportExpression'
      const { start, end } = isDynamic ? node : source
      found.push({ start, end, specifier, isDynamic })
    }
    for (const inner of Object.values(value)) {
      visit(inner)
    }
  }
  visit(parseAst(code))
  return found
}

function textOf({ value, quasis }: Node): string | undefined {
  if (typeof value === 'string') return value
  return quasis?.length === 1 ? (quasis[0]?.value.cooked ?? undefined) : undefined
}

/** What a module calls a name that it exports. @throws when it does not export it */
function localNameOf(code: string, exported: string): string {
  for (const node of parseAst(code).body) {
    if (node.type !== 'ExportNamedDeclaration') continue
    for (const one of node.specifiers) {
      if (one.exported.type === 'Identifier' && one.exported.name === exported)
        return (one.local as { readonly name: string }).name
    }
  }
  throw new Error(`nothing exports ${exported}`)
}

function replacePlaces(code: string, places: readonly Place[]): string {
  return [...places]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code)
}
