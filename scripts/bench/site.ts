import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'

/** Prefix of the file that is loaded with a wallet's answer. */
export const answerName = 'walletconnect-answer-'

/** The comparison page: React, a button and a native dialog. */
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
 * The page of `examples/minimal`, built with published packages (`packages`) or with their sources.
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
 * The page of `examples/minimal` with phone wallets; files are named after the client part or the
 * answer part in them.
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
            if (has(/walletconnect\/(?:src|dist)\/page\/open-sessions/))
              return `assets/${answerName}[hash].js`
            return has(/(?:packages|@latchkey)\/walletconnect|@noble/)
              ? 'assets/walletconnect-[hash].js'
              : 'assets/[name]-[hash].js'
          },
        },
      },
    },
  }
}

/** Resolves Latchkey's packages from a folder, as a consumer would get them. */
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

/** Builds for production; resolves to the output folder. */
export async function buildSite(site: InlineConfig, outDir: string): Promise<string> {
  await build({ ...site, build: { ...site.build, outDir } })
  return outDir
}
