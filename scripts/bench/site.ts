import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'

const shared: InlineConfig = {
  configFile: false,
  logLevel: 'error',
  build: { cssTarget: ['chrome125', 'firefox129', 'safari17.5'], emptyOutDir: true },
}

/** React, a button and a native dialog. */
export function floorSite(root: string): InlineConfig {
  return { ...shared, root: join(root, 'scripts/bench/floor'), plugins: [react()] }
}

/** The page of `examples/minimal`, on the packages as they are published (`packages`) or on their sources. */
export function minimalSite(root: string, packages?: string): InlineConfig {
  const fromSource = { conditions: ['latchkey-source', 'module', 'browser', 'import', 'default'] }
  return {
    ...shared,
    root: join(root, 'examples/minimal'),
    plugins: [react(), ...(packages ? [fromFolder(packages)] : [])],
    ...(packages ? {} : { resolve: fromSource }),
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
