import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Manifest as PackageManifest } from '../check-dist/publishable.ts'
import { type Demand, demandFaults, readFrom } from '../demands/demands.ts'
import { type FileMeasure, measureFile } from '../house/measure-file.ts'
import { houseTable } from '../house/table.ts'
import { missingPackages, type Platform, platformsWithout } from '../lock/platform-packages.ts'
import { writeSnippets } from '../snippets/write-snippets.ts'
import { runStep, type Step } from '../step.ts'
import { cycles } from './cycles.ts'
import {
  installedFor,
  installScriptFaults,
  type Lock,
  licenceFaults,
  peerFaults,
} from './dependencies.ts'
import { houseNumbers } from './house-numbers.ts'
import { layerFaults } from './layers.ts'
import { publishedPackageFaults } from './published-packages.ts'
import { readSources, type SourceFile } from './source-file.ts'
import { unusedWords } from './unused-words.ts'
import { githubFaults } from './workflows.ts'

const root = resolve(import.meta.dirname, '../..')
const bin = (name: string) => join(root, 'node_modules', name)
const node = (...args: string[]) => [process.execPath, ...args]
const fromSource = ['--conditions=latchkey-source', '--import', 'tsx']

/** Most third-party packages of modal and evm together. */
const mostPackages = 20
/** Workspaces that are not published. */
const development = ['packages/signer']

/** Platforms on which `npm ci` and `npm start` must work. */
const platforms: readonly Platform[] = [
  { os: 'darwin', cpu: 'arm64' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'win32', cpu: 'x64' },
]
/** Missing packages on some platforms, with the consequence. */
const knownGaps: Readonly<Record<string, string>> = {
  'litesvm has no package for win32-x64': 'the local Solana chain runs under WSL there',
}

/** Asks npm whether it would install this lock on that platform; nothing is downloaded. */
function lockStep({ os, cpu }: Platform): Step {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  return {
    name: `lock on ${os}-${cpu}`,
    command: [npm, 'ci', '--dry-run', '--offline', '--no-audit', `--os=${os}`, `--cpu=${cpu}`],
  }
}

// The compiler's native version needs a tenth of the processor time; what calls the compiler as a
// library still uses the other one.
const typescript = bin('typescript-native/bin/tsc')

const programs: readonly Step[] = [
  { name: 'types', command: node(typescript, '-p', 'tsconfig.json') },
  { name: 'public types', command: node(typescript, '-p', 'tsconfig.public.json') },
  {
    name: 'format and lint',
    command: node(bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'),
  },
  { name: 'unused', command: node(bin('knip/bin/knip.js'), '--no-progress', '--no-config-hints') },
  { name: 'words of the dialog', command: node(...fromSource, 'scripts/unread-words.ts') },
  { name: 'catalog as its data', command: node(...fromSource, 'scripts/catalog.ts', '--check') },
  {
    name: 'error page as its table',
    command: node(...fromSource, 'scripts/errors-doc.ts', '--check'),
  },
  ...platforms.map(lockStep),
]

interface Manifest {
  readonly path: string
  readonly license?: string
}

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, unknown>
}

function licenceOf(lock: Lock, path: string): string | undefined {
  if (lock[path]?.license) return lock[path].license
  const file = join(root, path, 'package.json')
  const { license } = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { license?: unknown })
    : {}
  return typeof license === 'string' ? license : undefined
}

function measure({ path }: SourceFile): FileMeasure {
  return measureFile(path, readFileSync(join(root, path), 'utf8'))
}

/** Text of a file of the repository; `''`: there is none. */
function readText(path: string): string {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

function ownChecks(): { name: string; figures: string; faults: readonly string[] }[] {
  const files = readSources(root)
  const numbers = houseNumbers(files)
  const lock = readJson('package-lock.json').packages as Lock
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
  const consumed = packages.filter((path) => !development.includes(path))
  const installed = installedFor(lock, ['packages/modal', 'packages/evm'])
  const core = installedFor(lock, ['packages/core'])
  const lockGaps = [
    ...missingPackages(lock).map(
      ({ parent, name }) => `${parent} names ${name}, the lock does not: npm run lock`,
    ),
    ...platformsWithout(lock, platforms).filter((gap) => !knownGaps[gap]),
  ]
  const demands = readJson('scripts/demands/table.json') as unknown as readonly Demand[]
  const manifests = packages.map(
    (path) => ({ path, ...readJson(`${path}/package.json`) }) as Manifest,
  )
  const readmes = packages
    .filter((path) => !existsSync(join(root, path, 'README.md')))
    .map((path) => `${path} has no README.md`)
  return [
    { name: 'layers', figures: `${packages.length} packages`, faults: layerFaults(files) },
    {
      name: 'cycles',
      figures: 'types included',
      faults: cycles(files).map((cycle) => [...cycle, cycle[0]].join(' → ')),
    },
    { name: 'house numbers', ...numbers },
    ...houseTable(files, files.map(measure)).flatMap(
      ({ name, today, goal, isRule, isReached, places }) =>
        isRule
          ? [{ name, figures: `${today}, at most ${goal}`, faults: isReached ? [] : places }]
          : [],
    ),
    {
      name: 'numbers and entities',
      figures: 'of the protocol, each used by what ships',
      faults: unusedWords(files),
    },
    {
      name: 'packages',
      figures: `core ${core.length}, modal + evm ${installed.length} third-party packages`,
      faults: [
        ...core.map((name) => `core brings ${name}: it must bring none`),
        ...(installed.length > mostPackages
          ? [
              `modal + evm bring ${installed.length} packages, more than ${mostPackages}: ${installed.join(', ')}`,
            ]
          : []),
      ],
    },
    {
      name: 'licences',
      figures: 'of everything a consumer installs',
      faults: [
        ...licenceFaults(lock, consumed, (path) => licenceOf(lock, path)),
        ...peerFaults(lock),
        ...installScriptFaults(lock, consumed),
        ...manifests
          .filter(({ license }) => license !== 'MIT')
          .map(({ path }) => `${path} does not say it is MIT`),
        ...(readFileSync(join(root, 'LICENSE'), 'utf8').startsWith('MIT License')
          ? []
          : ['LICENSE is not the MIT one']),
      ],
    },
    {
      name: 'lock',
      figures: `every platform's packages; known gaps: ${Object.entries(knownGaps).map(([gap, what]) => `${gap} (${what})`)}`,
      faults: lockGaps,
    },
    {
      name: 'demands',
      figures: `${demands.filter(({ isClaimed }) => isClaimed).length} of ${demands.length} claimed, each by a test that is there`,
      faults: demandFaults(demands, readFrom(root)),
    },
    {
      name: 'published packages',
      figures: 'private sources, texts, ranges, one version, stability',
      faults: publishedPackageFaults(
        packages.map((path) => ({
          path,
          manifest: readJson(`${path}/package.json`) as unknown as PackageManifest,
          readme: readText(`${path}/README.md`),
          changelog: readText(`${path}/CHANGELOG.md`),
        })),
        readText('docs/stability.md'),
      ),
    },
    { name: 'READMEs', figures: 'one a package', faults: readmes },
  ]
}

const began = Date.now()
// The compiler takes them in with everything else.
const examples = writeSnippets(root)
console.log(`ok   examples of docs and comments: ${examples}, compiled by the types below`)
// Two programs at a time, longest first: there are two cores, and the compiler takes longest.
const queue = [...programs]
const failed: string[] = []
const worker = async (): Promise<void> => {
  for (let step = queue.shift(); step; step = queue.shift()) {
    const { code, output, seconds } = await runStep(step, root)
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`)
    if (code !== 0) {
      failed.push(step.name)
      console.log(output.trimEnd().split('\n').slice(0, 120).join('\n'))
    }
  }
}
await Promise.all([worker(), worker()])
const github = {
  name: 'workflows and forms',
  figures: 'of .github',
  faults: await githubFaults(root),
}
for (const { name, figures, faults } of [...ownChecks(), github]) {
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}: ${figures}`)
  for (const fault of faults) {
    console.log(`     ${fault}`)
  }
  if (faults.length > 0) failed.push(name)
}
const seconds = Math.round((Date.now() - began) / 1000)
console.log(
  failed.length === 0
    ? `check: all good in ${seconds} s`
    : `check: failed in ${seconds} s: ${failed.join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
