import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './run-npm.ts'

/** The last versions that run on every Node version that the repository supports. */
const tools = {
  '@cyclonedx/cyclonedx-library': '10.3.0',
  ajv: '8.20.0',
  'ajv-formats': '3.0.1',
  'ajv-formats-draft2019': '1.6.1',
  verdaccio: '6.7.4',
}

/** Verdaccio asks for a version by a dist-tag, which a mirror may lack. */
const overrides = { 'node-fetch': '2.7.0' }

/**
 * Installs what only a release needs apart from the repository's own packages: a registry for this
 * computer, and the validator of bills of materials.
 * @returns the folder with `node_modules`
 * @throws when npm fails
 */
export async function installTools(root: string): Promise<string> {
  const home = join(root, '.cache/release/tools')
  const manifest = `${JSON.stringify({ private: true, dependencies: tools, overrides }, null, 2)}\n`
  const path = join(home, 'package.json')
  const isInstalled =
    existsSync(join(home, 'node_modules/verdaccio')) &&
    existsSync(path) &&
    readFileSync(path, 'utf8') === manifest
  if (isInstalled) return home
  mkdirSync(home, { recursive: true })
  writeFileSync(path, manifest)
  await runNpm(['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: home })
  return home
}
