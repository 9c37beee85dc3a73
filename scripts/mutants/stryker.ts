import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../run.mjs'
import type { MutationReport } from './score.ts'

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
/** The last versions that run on every Node version that the repository supports. */
const packages = { '@stryker-mutator/core': '9.6.1', '@stryker-mutator/vitest-runner': '9.6.1' }

/**
 * Installs StrykerJS apart from the repository's own packages, because only this command needs it,
 * and links it into the copy of the repository.
 * @returns path of its command
 * @throws when npm fails
 */
export async function installStryker(root: string, copy: string): Promise<string> {
  const home = join(root, '.cache/stryker')
  const modules = join(home, 'node_modules')
  const manifest = `${JSON.stringify({ private: true, dependencies: packages }, null, 2)}\n`
  const manifestFile = join(home, 'package.json')
  const isInstalled =
    existsSync(join(modules, '@stryker-mutator/core')) &&
    readFileSync(manifestFile, 'utf8') === manifest
  if (!isInstalled) {
    mkdirSync(home, { recursive: true })
    writeFileSync(manifestFile, manifest)
    const args = ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund']
    if ((await run(npm, args, { cwd: home })) !== 0)
      throw new Error('npm could not install Stryker')
  }
  // The runner must start the Vitest that the tests import.
  const vitest = join(modules, 'vitest')
  if (!existsSync(vitest)) symlinkSync(join(root, 'node_modules/vitest'), vitest, 'junction')
  symlinkSync(
    join(modules, '@stryker-mutator'),
    join(copy, 'node_modules/@stryker-mutator'),
    'junction',
  )
  return join(modules, '@stryker-mutator/core/bin/stryker.js')
}

/**
 * Mutates the places in the copy, one after another, and runs the tests that reach each of them.
 * @param places - paths or ranges (`path:12-12`)
 * @param tests - globs of test files
 * @returns the report, in the format of mutation-testing-elements
 * @throws when the tests fail without a mutant
 */
export async function runStryker(
  command: string,
  copy: string,
  { places, tests }: { readonly places: readonly string[]; readonly tests: readonly string[] },
): Promise<MutationReport> {
  const report = join(copy, 'mutation.json')
  const config = join(copy, 'stryker.config.json')
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      vitest: { configFile: 'scripts/mutants/vitest.config.ts', related: false },
      mutate: places,
      inPlace: true,
      coverageAnalysis: 'perTest',
      // A mutant outside a function would need the whole process to start anew.
      ignoreStatic: true,
      disableTypeChecks: false,
      concurrency: 2,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      allowConsoleColors: false,
    }),
  )
  const code = await run(process.execPath, [command, 'run', config], {
    cwd: copy,
    env: { LATCHKEY_MUTANT_TESTS: JSON.stringify(tests) },
  })
  if (code !== 0) throw new Error('the tests fail without a mutant')
  return JSON.parse(readFileSync(report, 'utf8')) as MutationReport
}
