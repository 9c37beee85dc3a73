import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import { build as buildApp } from 'vite'
import { compileContracts } from '../../packages/devnet/src/evm/compile-contracts.ts'
import { buildChunks } from './build-chunks.ts'
import type { Chunks } from './cut-chunks.ts'
import { inlineCss } from './inline-css.ts'
import { type Publishable, publishedManifest, readIdentity } from './publishable.ts'

/**
 * Schemas cannot satisfy `isolatedDeclarations`: the TypeScript compiler writes the declarations of
 * these packages.
 */
const typedByCompiler = ['@latchkey/devnet', '@latchkey/gateway', '@latchkey/protocol']

/** Modules that are started as threads by file name, so no import leads to them. */
const threads: Readonly<Record<string, readonly string[]>> = {
  '@latchkey/gateway': ['./src/data/pglite/worker.ts'],
}

/**
 * Builds a package into its `dist` and copies it to `target` in its published form: in the files of
 * its `chunks.ts` if it has one, else module by module. Type declarations are always module by
 * module.
 */
export async function buildPackage(
  one: Publishable,
  root: string,
  target: string,
): Promise<string[]> {
  const { folder, manifest, entries } = one
  const tsconfig = join(root, 'tsconfig.json')
  const chunks = await readChunks(folder)
  await build({
    cwd: folder,
    config: false,
    entry: [...entries, ...(threads[manifest.name] ?? [])],
    root: join(folder, 'src'),
    format: 'esm',
    // What has a command runs in Node and nowhere else.
    platform: manifest.bin ? 'node' : 'neutral',
    target: 'es2023',
    outDir: 'dist',
    clean: true,
    unbundle: true,
    outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
    dts: { oxc: !typedByCompiler.includes(manifest.name), tsconfig, emitDtsOnly: chunks !== null },
    tsconfig,
    inputOptions: { resolve: { conditionNames: ['import', 'default'] } },
    deps: { skipNodeModulesBundle: manifest.name === '@latchkey/devnet' },
    plugins: [inlineCss()],
    logLevel: 'warn',
    report: false,
  })
  if (chunks) await buildChunks(folder, entries, chunks, tsconfig)
  if (manifest.name === '@latchkey/gateway') await buildDashboard(root, join(folder, 'dashboard'))
  const directory = relative(root, folder).replaceAll('\\', '/')
  const { manifest: published, faults } = publishedManifest(manifest, readIdentity(root), directory)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const name of [
    'dist',
    'README.md',
    'CHANGELOG.md',
    'migrations',
    'dashboard',
    'templates',
  ]) {
    if (existsSync(join(folder, name)))
      cpSync(join(folder, name), join(target, name), { recursive: true })
  }
  if (manifest.name === '@latchkey/devnet') await layContracts(folder, join(target, 'contracts'))
  cpSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  return faults
}

async function readChunks(folder: string): Promise<Chunks | null> {
  const path = join(folder, 'chunks.ts')
  if (!existsSync(path)) return null
  const { chunks } = (await import(pathToFileURL(path).href)) as { chunks: Chunks }
  return chunks
}

/** The devnet's package has its contracts compiled, so that nobody needs the compiler. */
async function layContracts(folder: string, target: string): Promise<void> {
  mkdirSync(target)
  writeFileSync(join(target, 'artifacts.json'), JSON.stringify(await compileContracts()))
  for (const name of ['latch-token.clar', 'latch-keys.clar']) {
    cpSync(join(folder, 'contracts', name), join(target, name))
  }
}

/** The gateway's package includes the built dashboard, so that operators need no build. */
async function buildDashboard(root: string, outDir: string): Promise<void> {
  const app = join(root, 'apps/dashboard')
  await buildApp({
    root: app,
    configFile: join(app, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir, emptyOutDir: true },
  })
}
