import { LatchkeyError } from '@latchkey/protocol'
import validatePackageName from 'validate-npm-package-name'
import { templateNames } from '../choices.ts'
import { writeManifest } from '../files/write-manifest.ts'

/**
 * Says what is wrong with a name for an app's npm package; undefined for a valid name. A valid name
 * has no character that is special in HTML, JavaScript, YAML or a path.
 */
export function describeNameFault(name: string): string | undefined {
  const { validForNewPackages, errors = [], warnings = [] } = validatePackageName(name)
  if (!validForNewPackages) return [...errors, ...warnings][0] ?? 'not a name for a package'
  return listInstalledPackages().has(name)
    ? 'the app itself installs a package of that name'
    : undefined
}

/** @throws `config-invalid` when npm would refuse the name */
export function requireAppName(name: string): string {
  const fault = describeNameFault(name)
  if (!fault) return name
  throw new LatchkeyError('config-invalid', {
    reason: `the name ${JSON.stringify(name.slice(0, 214))}: ${fault}`,
    fix: 'choose lower-case letters, digits and dashes, as in my-shop',
  })
}

/**
 * Makes a valid app name from the last part of a path; `latchkey-app` when that is not possible.
 */
export function suggestAppName(folder: string): string {
  const [last = ''] = folder.split(/[\\/]/).filter(Boolean).slice(-1)
  const suggestion = last
    .toLowerCase()
    .replace(/[^a-z\d-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
  return describeNameFault(suggestion) ? 'latchkey-app' : suggestion
}

/**
 * Packages that an app of any template installs. An app must not have such a name, because npm
 * refuses to install a package into one of the same name.
 */
function listInstalledPackages(): ReadonlySet<string> {
  return new Set(
    templateNames.flatMap((template) => {
      const { dependencies, devDependencies } = JSON.parse(
        writeManifest({ name: 'app', template }, '0.0.0'),
      ) as Record<'dependencies' | 'devDependencies', Record<string, string>>
      return [...Object.keys(dependencies), ...Object.keys(devDependencies)]
    }),
  )
}
