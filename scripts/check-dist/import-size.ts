import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/** Bytes of gzip -9. */
export function gzipBytes(text: string | Uint8Array): number {
  return gzipSync(text, { level: 9 }).length
}

/**
 * What a consumer's page pays at once for some names of a package: the entry and what it imports statically, minified, React and
 * what comes by `import()` left out.
 */
export async function importSize(folder: string, from: string, names: readonly string[]): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const entry = join(folder, 'entry.mjs')
  writeFileSync(entry, `import { ${names.join(', ')} } from '${from}'\nglobalThis.kept = [${names.join(', ')}]\n`)
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'es2023',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: entry, external: [/^react(-dom)?(\/|$)/] },
    },
  })
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput
  const chunks = new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])))
  const first = [...chunks.values()].find(({ isEntry }) => isEntry)
  const wanted = new Set<string>()
  const add = (name: string): void => {
    if (wanted.has(name) || !chunks.has(name)) return
    wanted.add(name)
    for (const next of chunks.get(name)?.imports ?? []) add(next)
  }
  add(first?.fileName ?? '')
  return [...wanted].reduce((sum, name) => sum + gzipBytes(chunks.get(name)?.code ?? ''), 0)
}
