import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The source of each entry of a package: entry (`@latchkey/core`) → path. */
export function entrySources(root: string, folder: string): ReadonlyMap<string, string> {
  const { name, exports } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  ) as {
    readonly name: string
    readonly exports?: Readonly<Record<string, unknown>>
  }
  const sources = new Map<string, string>()
  for (const [entry, target] of Object.entries(exports ?? {})) {
    const source = (target as { readonly 'latchkey-source'?: unknown } | null)?.['latchkey-source']
    if (typeof source !== 'string' || !/\.tsx?$/.test(source)) continue
    const path = join(root, folder, source)
    if (existsSync(path)) sources.set(`${name}${entry.slice(1)}`, path)
  }
  return sources
}

/** The names that each entry of a package exports: entry → names. */
export function publicNames(root: string, folder: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...entrySources(root, folder)].map(([entry, path]) => [
      entry,
      exportedNames(readFileSync(path, 'utf8')),
    ]),
  )
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
