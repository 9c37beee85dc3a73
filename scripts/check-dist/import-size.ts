import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type OutputChunk } from 'rolldown'

/** Bytes of gzip -9. */
export function gzipBytes(text: string | Uint8Array): number {
  return gzipSync(text, { level: 9 }).length
}

/**
 * What a consumer's page pays at once for some names of a package: the entry and what it imports
 * statically, minified, React and what comes by `import()` left out.
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
  // The bundler alone: Vite would add a helper of its own, which counts on the page but is no part
  // of a package.
  const { output } = await build({
    cwd: folder,
    input: entry,
    write: false,
    external: [/^react(-dom)?(\/|$)/],
    platform: 'browser',
    logLevel: 'silent',
    // One file for what is needed at once, as the examples build it; many small files would only
    // measure gzip's dictionary.
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
