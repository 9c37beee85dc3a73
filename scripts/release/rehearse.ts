import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { startBrowser } from '../bench/start-browser.ts'
import { buildPackages } from '../check-dist/build-packages.ts'
import { billFaults, makeBillOfMaterials } from './bill-of-materials.ts'
import { checkHosts, pressButton } from './check-hosts.ts'
import { foreignSources, installExample, readLock } from './install-example.ts'
import { installTools } from './install-tools.ts'
import { type Packed, packPackages } from './pack-packages.ts'
import { publishPackages } from './publish-packages.ts'
import { runNpm } from './run-npm.ts'
import { type LocalRegistry, startRegistry } from './start-registry.ts'
import { tarballFaults } from './tarball-faults.ts'

/** Examples that are installed from the local registry, built and opened. */
const examples = ['minimal', 'react-18']

type Report = (name: string, faults: readonly string[], figures?: string) => void

/**
 * Publishes all packages to a registry on this computer and installs from it, as the release and
 * its users will.
 * @returns names of what failed
 */
export async function rehearseRelease(root: string): Promise<readonly string[]> {
  const home = join(root, '.cache/release')
  const failed: string[] = []
  const report: Report = (name, faults, figures = '') => {
    console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}${figures && `: ${figures}`}`)
    for (const fault of faults) {
      console.log(`     ${fault}`)
    }
    if (faults.length > 0) failed.push(name)
  }
  const tools = await installTools(root)
  const built = await buildPackages(root, join(home, 'dist'))
  const unbuilt = built.flatMap(({ faults }) => faults)
  report('packages built', unbuilt, `${built.length}`)
  if (unbuilt.length > 0) return failed

  const names = built.map(({ one }) => one.manifest.name)
  const packed = await packPackages(join(home, 'dist'), names)
  for (const { manifest, files } of packed) {
    report(`${manifest.name} tarball`, tarballFaults(manifest, files), `${files.length} files`)
  }
  const registry = await startRegistry(tools, join(home, 'registry'), names)
  try {
    report('published', await publishAll(packed, registry), registry.url)
    await installAll({ home, tools, packed, registry, report })
    await tryPages(root, registry, packed[0]?.manifest.version ?? '', report)
  } finally {
    await registry.stop()
  }
  return failed
}

/** Publishes twice: the second time there must be nothing to do. */
async function publishAll(
  packed: readonly Packed[],
  { env }: LocalRegistry,
): Promise<readonly string[]> {
  // Only a hosted build can prove where it ran.
  const options = { tag: 'latest', env, more: ['--provenance=false'] }
  const dry = await publishPackages(packed, { ...options, isDry: true })
  const first = await publishPackages(packed, options)
  const second = await publishPackages(packed, options)
  return [
    ...dry.flatMap(({ name, outcome }) =>
      outcome === 'would be published' ? [] : [`a dry run says of ${name}: ${outcome}`],
    ),
    ...first.flatMap(({ name, outcome }) =>
      outcome === 'published' ? [] : [`the first run says of ${name}: ${outcome}`],
    ),
    ...second.flatMap(({ name, outcome }) =>
      outcome === 'is there already' ? [] : [`the second run says of ${name}: ${outcome}`],
    ),
  ]
}

interface InstallOptions {
  readonly home: string
  readonly tools: string
  readonly packed: readonly Packed[]
  readonly registry: LocalRegistry
  readonly report: Report
}

/** Installs every package into one new folder, and lists what came with them. */
async function installAll({
  home,
  tools,
  packed,
  registry,
  report,
}: InstallOptions): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-all-'))
  // npm names the bill of materials after the folder.
  const folder = join(parent, 'latchkey')
  try {
    mkdirSync(folder)
    const dependencies = Object.fromEntries(
      packed.map(({ manifest }) => [manifest.name, manifest.version]),
    )
    const version = packed[0]?.manifest.version
    const manifest = { name: 'latchkey', version, private: true, dependencies }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
    await runNpm(['install'], { cwd: folder, env: registry.env })
    const sources = foreignSources(readLock(folder), registry.url)
    report('every package installs from the registry', sources)
    const bill = await makeBillOfMaterials(folder, registry.env)
    writeFileSync(join(home, 'latchkey.cdx.json'), bill)
    const names = packed.map((one) => one.manifest.name)
    const count = (JSON.parse(bill) as { components: unknown[] }).components.length
    report('bill of materials', await billFaults(bill, tools, names), `${count} components`)
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

/** Installs a page with its own script `build`, and presses its button. */
async function pageFaults(
  source: string,
  registry: LocalRegistry,
  browser: Browser,
): Promise<readonly string[]> {
  const installed = await installExample(source, registry)
  try {
    await installed.run('build')
    return await pressButton(browser, join(installed.folder, 'dist'))
  } finally {
    await installed.remove()
  }
}

async function tryPages(
  root: string,
  registry: LocalRegistry,
  version: string,
  report: Report,
): Promise<void> {
  const browser = await startBrowser()
  try {
    for (const name of examples) {
      const faults = await pageFaults(join(root, 'examples', name), registry, browser).catch(
        (error: unknown) => [error instanceof Error ? error.message : String(error)],
      )
      report(`examples/${name} installed, built and opened`, faults)
    }
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      devDependencies: Readonly<Record<string, string>>
    }
    const vite = Object.fromEntries(
      ['vite', '@vitejs/plugin-react'].map((name) => [name, devDependencies[name] ?? '*']),
    )
    for (const { name, faults } of await checkHosts(root, registry, browser, version, vite)) {
      report(`a host with ${name}: one copy of each, built and opened`, faults)
    }
  } finally {
    await browser.close()
  }
}
