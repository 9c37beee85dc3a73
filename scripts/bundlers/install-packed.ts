import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Publishable, publishable } from '../check-dist/publishable.ts'
import { runStep } from '../step.ts'
import { bundlers } from './bundlers.ts'

type Versions = Readonly<Record<string, string>>

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/**
 * Packs the packages that `examples/minimal` needs and installs the tarballs beside React and all
 * bundlers, as npm installs them for anybody.
 * @param home - folder of `buildPackages`, with the published packages in it
 * @returns the folder with the installed packages
 * @throws when npm fails
 */
export async function installPacked(root: string, home: string): Promise<string> {
  const { dependencies } = readManifest(join(root, 'examples/minimal'))
  const names = neededPackages(publishable(root), Object.keys(dependencies))
  const tarballs = await packAll(
    names.map((name) => join(home, 'node_modules', name)),
    join(home, 'tarballs'),
  )
  const apps = join(home, 'apps')
  mkdirSync(apps)
  const react = { react: dependencies.react, 'react-dom': dependencies['react-dom'] }
  const manifest = {
    name: 'bare-apps',
    private: true,
    type: 'module',
    dependencies: Object.assign(
      {},
      asDependencies(tarballs),
      react,
      ...bundlers.map(({ packages }) => packages),
    ),
  }
  writeFileSync(join(apps, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await runNpm(['install', '--no-audit', '--no-fund', '--ignore-scripts'], apps)
  return apps
}

/** Names of the packages among `wanted` that are ours, and of ours that these depend on. */
export function neededPackages(
  ours: readonly Pick<Publishable, 'manifest'>[],
  wanted: readonly string[],
): readonly string[] {
  const needed = new Set<string>()
  const add = (name: string): void => {
    const found = ours.find(({ manifest }) => manifest.name === name)
    if (!found || needed.has(name)) return
    needed.add(name)
    for (const next of Object.keys(found.manifest.dependencies ?? {})) {
      add(next)
    }
  }
  for (const name of wanted) {
    add(name)
  }
  return [...needed].sort()
}

/** Paths of tarballs as npm installs them. */
function asDependencies(tarballs: Versions): Versions {
  return Object.fromEntries(Object.entries(tarballs).map(([name, path]) => [name, `file:${path}`]))
}

/** Packs each folder; resolves to the paths of the tarballs by package name. */
export async function packAll(folders: readonly string[], target: string): Promise<Versions> {
  mkdirSync(target, { recursive: true })
  const packed: Record<string, string> = {}
  for (const folder of folders) {
    const before = readdirSync(target)
    await runNpm(['pack', folder, '--pack-destination', target], target)
    const [file] = readdirSync(target).filter((name) => !before.includes(name))
    packed[readManifest(folder).name] = join(target, file ?? '')
  }
  return packed
}

/** Runs npm. @throws with its output when it fails */
export async function runNpm(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  // NODE_ENV is removed, because a build in this process may have set it to `production`, and npm
  // would then not install the tools that build a page.
  const withoutMode = { NODE_ENV: undefined, ...env }
  const { code, output } = await runStep(
    { name: 'npm', command: [npm, ...args], env: withoutMode },
    cwd,
  )
  if (code !== 0) throw new Error(`npm ${args.join(' ')} fails:\n${output.trim()}`)
}

function readManifest(folder: string): { name: string; dependencies: Versions } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
