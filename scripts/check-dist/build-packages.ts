import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackage } from './build-package.ts'
import { buildScript } from './build-script.ts'
import { nameFiles } from './name-files.ts'
import { type Publishable, publishable } from './publishable.ts'

/** One published package, with the faults of its build. */
export interface BuiltPackage {
  readonly one: Publishable
  readonly faults: readonly string[]
}

/** Builds every package as it is published, into `node_modules` of an emptied folder. */
export async function buildPackages(root: string, home: string): Promise<readonly BuiltPackage[]> {
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  // Vite resolves an import only from an existing importer.
  writeFileSync(join(home, 'entry.js'), '')
  const built: BuiltPackage[] = []
  for (const one of publishable(root)) {
    const target = join(home, 'node_modules', one.manifest.name)
    const faults = await buildPackage(one, root, target).catch((error: unknown) => [
      error instanceof Error ? error.message : String(error),
    ])
    built.push({ one, faults })
  }
  const whole = built.filter(({ faults }) => faults.length === 0)
  nameFiles(whole.map(({ one }) => join(home, 'node_modules', one.manifest.name)))
  const packages = join(home, 'node_modules')
  const elements = join(packages, '@latchkey/elements')
  if (whole.length === built.length) await buildScript(root, join(elements, 'script'), packages)
  return built
}
