import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { appBytes } from '../bundlers/app-bytes.ts'
import { listenLoopback, serveFolder } from '../serve.mjs'
import { countCopies, installExample } from './install-example.ts'
import type { LocalRegistry } from './start-registry.ts'

/** An app that had its own versions of the shared libraries before it took the kit. */
interface Host {
  readonly name: string
  readonly dependencies: Readonly<Record<string, string>>
}

const hosts: readonly Host[] = [
  {
    name: 'the oldest versions that are allowed',
    dependencies: {
      '@tanstack/react-query': '5.25.0',
      react: '18.0.0',
      'react-dom': '18.0.0',
      viem: '2.31.0',
    },
  },
  {
    name: 'older versions than ours',
    dependencies: {
      '@tanstack/react-query': '5.100.3',
      react: '19.2.0',
      'react-dom': '19.2.0',
      viem: '2.55.10',
    },
  },
  {
    name: 'newer versions than ours',
    dependencies: {
      '@tanstack/react-query': '5.108.4',
      react: '19.3.1',
      'react-dom': '19.3.1',
      viem: '2.57.20',
    },
  },
]

/** What a page must not have twice, because instances are compared or bytes are many. */
const shared = ['@tanstack/query-core', '@tanstack/react-query', 'react', 'react-dom', 'viem']
const ours = ['catalog', 'core', 'evm', 'modal', 'protocol', 'react'].map(
  (name) => `@latchkey/${name}`,
)

/**
 * Installs the kit beside hosts with other versions of viem and TanStack Query, counts the copies of
 * each, builds the page and presses its button.
 * @param version - version of our packages
 * @param tools - exact versions of Vite and its plugin
 * @returns faults by host
 */
export async function checkHosts(
  root: string,
  registry: LocalRegistry,
  browser: Browser,
  version: string,
  tools: Readonly<Record<string, string>>,
): Promise<readonly { name: string; faults: readonly string[] }[]> {
  const results: { name: string; faults: readonly string[] }[] = []
  for (const { name, dependencies } of hosts) {
    const source = join(tmpdir(), `latchkey-host-source-${process.pid}`)
    mkdirSync(source, { recursive: true })
    try {
      cpSync(join(root, 'scripts/release/host'), source, { recursive: true })
      const own = Object.fromEntries(ours.map((one) => [one, version]))
      const manifest = {
        name: 'host',
        private: true,
        type: 'module',
        scripts: { build: 'vite build' },
        dependencies: { ...dependencies, ...own },
        devDependencies: tools,
      }
      writeFileSync(join(source, 'package.json'), JSON.stringify(manifest, null, 2))
      results.push({ name, faults: await hostFaults(source, registry, browser) })
    } catch (error) {
      results.push({ name, faults: [error instanceof Error ? error.message : String(error)] })
    } finally {
      rmSync(source, { recursive: true, force: true })
    }
  }
  return results
}

async function hostFaults(
  source: string,
  registry: LocalRegistry,
  browser: Browser,
): Promise<string[]> {
  const installed = await installExample(source, registry)
  try {
    const copies = countCopies(installed.lock, [...shared, ...ours])
    const faults = Object.entries(copies)
      .filter(([, count]) => count !== 1)
      .map(([name, count]) => `${count} copies of ${name}`)
    await installed.run('build')
    return [...faults, ...(await pressButton(browser, join(installed.folder, 'dist')))]
  } finally {
    await installed.remove()
  }
}

/** Serves a built page and presses its button; the faults that the page shows. */
export async function pressButton(browser: Browser, folder: string): Promise<readonly string[]> {
  const server = await listenLoopback(serveFolder(folder), 0)
  try {
    const { faults } = await appBytes(browser, `http://127.0.0.1:${server.port}`, {
      before: 1000,
      after: 1000,
    })
    return faults
  } finally {
    await server.close()
  }
}
