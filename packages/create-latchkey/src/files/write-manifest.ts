import type { AppChoices } from '../choices.ts'
import { frameworks } from '../frameworks.ts'
import { versions } from '../versions.ts'

/** Latchkey packages that every app needs at run time. */
const everywhere = ['catalog', 'core', 'evm']

/**
 * Writes the `package.json` of an app.
 * @param latchkeyVersion - version of the packages of Latchkey
 */
export function writeManifest(
  { name, template }: Pick<AppChoices, 'name' | 'template'>,
  latchkeyVersion: string,
): string {
  const framework = frameworks[template]
  const takeVersions = (names: readonly (keyof typeof versions)[]): [string, string][] =>
    names.map((one) => [one, framework.exceptions?.[one] ?? versions[one]])
  const takeLatchkey = (names: readonly string[]): [string, string][] =>
    names.map((one) => [`@latchkey/${one}`, `^${latchkeyVersion}`])
  const manifest = {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    scripts: { ...framework.scripts, test: 'playwright test' },
    dependencies: sortByName([
      ...takeLatchkey([...everywhere, ...framework.latchkey]),
      ...takeVersions([...framework.dependencies, 'viem']),
    ]),
    devDependencies: sortByName([
      ...takeLatchkey(['testing']),
      ...takeVersions([
        ...framework.devDependencies,
        '@playwright/test',
        '@types/node',
        'typescript',
      ]),
    ]),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** Sorts dependencies by name, as npm does. */
function sortByName(entries: readonly [string, string][]): Record<string, string> {
  return Object.fromEntries([...entries].sort(([one], [other]) => one.localeCompare(other, 'en')))
}
