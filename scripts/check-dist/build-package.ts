import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import { build as buildApp } from 'vite'
import { buildChunks } from './build-chunks.ts'
import type { Chunks } from './cut-chunks.ts'
import { inlineCss } from './inline-css.ts'
import { type Publishable, publishedManifest } from './publishable.ts'

/**
 * Schemas cannot satisfy `isolatedDeclarations`: the TypeScript compiler writes the declarations of
 * these packages.
 */
const typedByCompiler = ['@latchkey/gateway', '@latchkey/protocol']

/** Packages that run in Node only. */
const forNode = ['@latchkey/gateway', '@latchkey/codemod']

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
    platform: forNode.includes(manifest.name) ? 'node' : 'neutral',
    target: 'es2023',
    outDir: 'dist',
    clean: true,
    unbundle: true,
    outExtensions: () => ({ js: '.mjs', dts: '.d.mts' }),
    dts: { oxc: !typedByCompiler.includes(manifest.name), tsconfig, emitDtsOnly: chunks !== null },
    tsconfig,
    inputOptions: { resolve: { conditionNames: ['import', 'default'] } },
    plugins: [inlineCss()],
    logLevel: 'warn',
    report: false,
  })
  if (chunks) await buildChunks(folder, entries, chunks, tsconfig)
  if (manifest.name === '@latchkey/gateway') await buildDashboard(root, join(folder, 'dashboard'))
  const { manifest: published, faults } = publishedManifest(manifest)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const name of ['dist', 'README.md', 'migrations', 'dashboard']) {
    if (existsSync(join(folder, name)))
      cpSync(join(folder, name), join(target, name), { recursive: true })
  }
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
