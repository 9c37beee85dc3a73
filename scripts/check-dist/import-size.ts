import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type OutputChunk } from 'rolldown'

/** Bytes after gzip -9. */
export function gzipBytes(text: string | Uint8Array): number {
  return gzipSync(text, { level: 9 }).length
}

/**
 * Initial size of some exports of a package in a consumer's page: the entry with its static
 * imports, minified, without React and dynamic imports.
 */
export async function importSize(
  folder: string,
  from: string,
  names: readonly string[],
): Promise<number> {
  mkdirSync(folder, { recursive: true })
  const entry = join(folder, 'entry.mjs')
  writeFileSync(
    entry,
    `import { ${names.join(', ')} } from '${from}'\nglobalThis.kept = [${names.join(', ')}]\n`,
  )
  // The bundler is used alone: Vite would add its own helper, which is not part of a package.
  const { output } = await build({
    cwd: folder,
    input: entry,
    write: false,
    external: [/^react(-dom)?(\/|$)/],
    platform: 'browser',
    logLevel: 'silent',
    // One file for the initial code, as in the examples; many small files would measure gzip's
    // dictionary instead.
    output: {
      format: 'esm',
      minify: true,
      codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
    },
  })
  const chunks = new Map<string, OutputChunk>()
  for (const one of output) {
    if (one.type === 'chunk') chunks.set(one.fileName, one)
  }
  const first = [...chunks.values()].find(({ isEntry }) => isEntry)
  const wanted = new Set<string>()
  const add = (name: string): void => {
    if (wanted.has(name) || !chunks.has(name)) return
    wanted.add(name)
    for (const next of chunks.get(name)?.imports ?? []) {
      add(next)
    }
  }
  add(first?.fileName ?? '')
  return [...wanted].reduce((sum, name) => sum + gzipBytes(chunks.get(name)?.code ?? ''), 0)
}
