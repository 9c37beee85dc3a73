import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { neededPackages, runNpm } from '../bundlers/install-packed.ts'
import type { Publishable } from '../check-dist/publishable.ts'
import { findFreePort } from '../examples/find-free-port.ts'
import type { MadeApp } from './made-apps.ts'
import { type AppManifest, nameTarballs } from './name-tarballs.ts'

/** Seconds that each step took. */
export type Seconds = Readonly<Record<'create' | 'install' | 'test', number>>

/**
 * Makes an app with the packed program in an empty folder outside of the repository, installs it,
 * and runs its own test, which builds it and connects a wallet.
 * @param ours - all published packages
 * @param tarballs - their paths by package name
 * @throws with npm's output when a step fails
 */
export async function tryApp(
  { name, flags }: MadeApp,
  ours: readonly Publishable[],
  tarballs: Readonly<Record<string, string>>,
): Promise<Seconds> {
  const empty = mkdtempSync(join(tmpdir(), 'latchkey-create-'))
  const folder = join(empty, name)
  try {
    const create = await timeStep(() => runNpm(createArguments(name, flags, ours, tarballs), empty))
    const path = join(folder, 'package.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as AppManifest
    const wanted = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
    const packed = nameTarballs(manifest, neededPackages(ours, wanted), tarballs)
    writeFileSync(path, `${JSON.stringify(packed, null, 2)}\n`)
    const install = await timeStep(() => runNpm(['install', '--no-audit', '--no-fund'], folder))
    const env = { PORT: String(await findFreePort()), NEXT_TELEMETRY_DISABLED: '1' }
    const test = await timeStep(() => runNpm(['test'], folder, env))
    return { create, install, test }
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
}

/** What `npm create latchkey` runs, with tarballs in place of what a registry would answer. */
function createArguments(
  folder: string,
  flags: readonly string[],
  ours: readonly Publishable[],
  tarballs: Readonly<Record<string, string>>,
): readonly string[] {
  const packages = neededPackages(ours, ['create-latchkey']).map(
    (name) => `--package=file:${tarballs[name]}`,
  )
  return ['exec', '--yes', ...packages, '--', 'create-latchkey', folder, ...flags]
}

async function timeStep(run: () => Promise<void>): Promise<number> {
  const began = Date.now()
  await run()
  return Math.round((Date.now() - began) / 1000)
}
