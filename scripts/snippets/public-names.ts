import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The names that each entry of a package exports: entry (`@latchkey/core`) → names. */
export function publicNames(root: string, folder: string): ReadonlyMap<string, readonly string[]> {
  const { name, exports } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as {
    readonly name: string
    readonly exports?: Readonly<Record<string, unknown>>
  }
  const names = new Map<string, readonly string[]>()
  for (const [entry, target] of Object.entries(exports ?? {})) {
    const source = (target as { readonly 'latchkey-source'?: unknown } | null)?.['latchkey-source']
    if (typeof source !== 'string' || !/\.tsx?$/.test(source)) continue
    const path = join(root, folder, source)
    if (existsSync(path))
      names.set(`${name}${entry.slice(1)}`, exportedNames(readFileSync(path, 'utf8')))
  }
  return names
}

/** The names in the `export { … } from` and `export const|function|class …` of a file. */
export function exportedNames(text: string): readonly string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(',').map((item) =>
      item
        .trim()
        .replace(/^type /, '')
        .replace(/^.* as /, ''),
    ),
  )
  const declared = [
    ...text.matchAll(
      /^export (?:declare )?(?:async )?(?:const|function|class|interface|type|enum) (\w+)/gm,
    ),
  ].map(([, name = '']) => name)
  return [...lists, ...declared].filter((name) => name !== '')
}
