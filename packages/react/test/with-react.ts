import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll } from 'vitest'

export type Bundle = typeof import('./entry.ts')
export const versions = [18, 19] as const

const here = import.meta.dirname
const homes = { 18: '../../../examples/react-18/node_modules', 19: '../../../node_modules' }

/**
 * Bundles the hooks with one version of React, in development mode so that StrictMode has its
 * effect.
 */
export async function withReact(version: 18 | 19): Promise<Bundle> {
  // Written inside node_modules, so that the test runner loads it as Node does.
  await mkdir(join(here, '../node_modules'), { recursive: true })
  const outDir = await mkdtemp(join(here, `../node_modules/.react-${version}-`))
  afterAll(() => rm(outDir, { recursive: true, force: true }))
  const home = join(here, homes[version])
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      conditions: ['latchkey-source', 'module', 'import', 'default'],
      alias: [
        { find: /^react(\/.*)?$/, replacement: join(home, 'react$1') },
        { find: /^react-dom(\/.*)?$/, replacement: join(home, 'react-dom$1') },
      ],
    },
    build: {
      outDir,
      minify: false,
      lib: { entry: join(here, 'entry.ts'), formats: ['es'], fileName: () => 'bundle.mjs' },
    },
  })
  return import(/* @vite-ignore */ join(outDir, 'bundle.mjs'))
}
