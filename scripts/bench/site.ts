import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'

/** How the file begins that comes with a wallet's answer. */
export const answerName = 'walletconnect-answer-'

/** React, a button and a native dialog. */
export function floorSite(root: string): InlineConfig {
  return {
    configFile: false,
    logLevel: 'error',
    root: join(root, 'scripts/bench/floor'),
    plugins: [react()],
    build: { emptyOutDir: true },
  }
}

/**
 * The page of `examples/minimal`, on the packages as they are published (`packages`) or on their
 * sources.
 */
export function minimalSite(root: string, packages?: string): InlineConfig {
  return {
    configFile: join(root, 'examples/minimal/vite.config.ts'),
    logLevel: 'error',
    plugins: packages ? [fromFolder(packages)] : [],
    build: { emptyOutDir: true },
  }
}

/**
 * The page of `examples/minimal` with phones; files with parts of the client are named after it,
 * and what an answer needs.
 */
export function remoteSite(root: string, packages?: string): InlineConfig {
  return {
    configFile: join(root, 'examples/minimal/vite.config.ts'),
    logLevel: 'error',
    root: join(root, 'scripts/bench/remote'),
    plugins: packages ? [fromFolder(packages)] : [],
    build: {
      emptyOutDir: true,
      rolldownOptions: {
        output: {
          chunkFileNames: ({ moduleIds }) => {
            const has = (path: RegExp): boolean => moduleIds.some((id) => path.test(id))
            if (has(/walletconnect\/src\/page\/open-sessions/))
              return `assets/${answerName}[hash].js`
            return has(/packages\/walletconnect|@noble/)
              ? 'assets/walletconnect-[hash].js'
              : 'assets/[name]-[hash].js'
          },
        },
      },
    },
  }
}

/** Takes our packages from the folder where they lie as a consumer would get them. */
function fromFolder(packages: string): Plugin {
  return {
    name: 'latchkey-published',
    enforce: 'pre',
    resolveId(source) {
      if (!source.startsWith('@latchkey/')) return null
      return this.resolve(source, join(packages, '../entry.js'), { skipSelf: true })
    },
  }
}

/** Builds for production; resolves to the folder. */
export async function buildSite(site: InlineConfig, outDir: string): Promise<string> {
  await build({ ...site, build: { ...site.build, outDir } })
  return outDir
}
