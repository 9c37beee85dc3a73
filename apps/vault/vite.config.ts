import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const conditions = ['latchkey-source', 'module', 'browser', 'import', 'default']

/**
 * npm installs the same version of these once for each library; one copy is enough in a worker.
 * viem has an older major version, which stays separate.
 */
const oneCopy = (): Plugin => ({
  name: 'one-copy',
  enforce: 'pre',
  resolveId(source, importer) {
    const isShared = /^@noble\/(curves|hashes)\/.+\.js$|^@scure\/base$/.test(source)
    const isOurs =
      /^(?!.*\/(viem|ox)\/).*node_modules\/(@scure\/(bip32|bip39|btc-signer)|micro-[a-z-]+)\//.test(
        importer ?? '',
      )
    if (!isShared || !isOurs) return null
    return this.resolve(source, join(import.meta.dirname, 'src/frame/main.ts'), { skipSelf: true })
  },
})

/**
 * `vault-manifest.json`: SHA-256 in hex of every built file, by path. The same sources give the
 * same manifest.
 */
const manifest = (): Plugin => ({
  name: 'vault-manifest',
  apply: 'build',
  writeBundle({ dir = '' }) {
    const name = 'vault-manifest.json'
    const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const hashes = files
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path): [string, Buffer] => [
        relative(dir, path).split(sep).join('/'),
        readFileSync(path),
      ])
      .filter(([path]) => path !== name)
      .map(([path, bytes]) => [path, createHash('sha256').update(bytes).digest('hex')])
      .sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
    writeFileSync(join(dir, name), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`)
  },
})

/**
 * Two documents, scripts under `assets/`, workers under `w/`: a worker's response has its own
 * security policy.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [oneCopy(), react(), manifest()],
  resolve: { conditions },
  build: {
    assetsInlineLimit: 0,
    sourcemap: false,
    license: { fileName: 'licenses.md' },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: [join(import.meta.dirname, 'frame.html'), join(import.meta.dirname, 'window.html')],
    },
  },
  worker: {
    format: 'es',
    plugins: () => [oneCopy()],
    rolldownOptions: {
      output: { entryFileNames: 'w/[name]-[hash].js', chunkFileNames: 'w/[name]-[hash].js' },
    },
  },
  server: {
    host: 'localhost',
    port: Number(process.env.LATCHKEY_VAULT_PORT || 4302),
    strictPort: true,
  },
})
