import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildExtension } from '../../apps/companion/build-extension.mjs'
import { connectedPage } from '../bench/connected-page.ts'
import { pageBytes } from '../bench/page-bytes.ts'
import { type ScriptBudgets, scriptBytes, scriptFaults } from '../bench/script-bytes.ts'
import { buildSite, floorSite, minimalSite, remoteSite } from '../bench/site.ts'
import { startBrowser } from '../bench/start-browser.ts'
import { packPackages, recordChecked } from '../release/pack-packages.ts'
import { tarballFaults } from '../release/tarball-faults.ts'
import { runStep } from '../step.ts'
import { buildPackages } from './build-packages.ts'
import { clientFaults, clientNames } from './client-boundaries.ts'
import { importSize } from './import-size.ts'
import { type BuiltFile, lateSize, noteFiles } from './late-size.ts'
import { startPacked } from './start-packed.ts'

interface Budgets {
  readonly imports: readonly {
    name: string
    from: string
    names: readonly string[]
    gzip: number
  }[]
  readonly late: Readonly<Record<string, number | string>>
  readonly phones: { readonly code: number; readonly answer: number }
  readonly script: ScriptBudgets
  readonly page: {
    readonly critical: { readonly gzip: number; readonly files: number }
    readonly beforeClick: { readonly gzip: number }
    readonly connected: { readonly gzip: number }
  }
}

const root = resolve(import.meta.dirname, '../..')
const budgets = JSON.parse(readFileSync(join(root, 'scripts/budgets.json'), 'utf8')) as Budgets
const home = join(root, '.cache/dist')
const failed: string[] = []
const began = Date.now()

function report(name: string, faults: readonly string[], figures = ''): void {
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${name}${figures && `: ${figures}`}`)
  for (const fault of faults) {
    console.log(`     ${fault}`)
  }
  if (faults.length > 0) failed.push(name)
}

const built = await buildPackages(root, home)
for (const { one, faults } of built) {
  report(`${one.manifest.name} built`, faults, one.entries.join(' '))
}
const packages = built.map(({ one }) => one)
const pageNames = clientNames(root)
for (const { manifest } of packages) {
  const faults = clientFaults(join(home, 'node_modules', manifest.name), manifest, pageNames)
  report(`${manifest.name} server and client`, faults)
}

try {
  report('companion extension built', [], await buildExtension(join(home, 'companion-extension')))
} catch (error) {
  report('companion extension built', [error instanceof Error ? error.message : String(error)])
}

const bin = (path: string): string => join(root, 'node_modules', path)
for (const { manifest } of packages) {
  const target = join(home, 'node_modules', manifest.name)
  const publint = await runStep(
    { name: 'publint', command: [process.execPath, bin('publint/src/cli.js'), target, '--strict'] },
    root,
  )
  report(`${manifest.name} publint`, publint.code === 0 ? [] : [publint.output.trim()])
  const attw = await runStep(
    {
      name: 'attw',
      command: [
        process.execPath,
        bin('@arethetypeswrong/cli/dist/index.js'),
        '--pack',
        target,
        '--profile',
        'esm-only',
        '--format',
        'ascii',
        '--no-color',
      ],
    },
    home,
  )
  report(`${manifest.name} attw`, attw.code === 0 ? [] : [attw.output.trim()])
}

const packed = await packPackages(
  home,
  packages.map(({ manifest }) => manifest.name),
)
for (const { manifest, files } of packed) {
  report(`${manifest.name} tarball`, tarballFaults(manifest, files), `${files.length} files`)
}

report(
  '@latchkey/gateway starts as it is packed',
  await startPacked(join(home, 'node_modules/@latchkey/gateway')),
)

for (const { name, from, names, gzip } of budgets.imports) {
  try {
    const bytes = await importSize(join(home, 'size'), from, names)
    report(
      name,
      bytes > gzip ? [`${bytes} B gzip, more than ${gzip}`] : [],
      `${bytes} of ${gzip} B gzip`,
    )
  } catch (error) {
    report(name, [error instanceof Error ? error.message : String(error)])
  }
}

try {
  const floorPath = await buildSite(floorSite(root), join(home, 'floor'))
  const site = minimalSite(root, join(home, 'node_modules'))
  const files: BuiltFile[] = []
  const minimalPath = await buildSite(
    { ...site, plugins: [site.plugins ?? [], noteFiles(files)] },
    join(home, 'minimal'),
  )
  const chunk = (name: string): RegExp => new RegExp(`/modal/dist/chunks/${name}\\.mjs$`)
  for (const [name, most] of Object.entries(budgets.late)) {
    if (typeof most === 'string') continue
    const after = [
      chunk('dialog'),
      chunk('wallets'),
      ...(name === 'account' || name === 'sign-in' ? [] : [chunk('account')]),
    ]
    const bytes = lateSize(files, chunk(name), after)
    report(
      `examples/minimal: views of ${name}`,
      bytes > most ? [`${bytes} B gzip, more than ${most}`] : [],
      `${bytes} of ${most} B gzip with what they need`,
    )
  }
  const phones: BuiltFile[] = []
  const remote = remoteSite(root, join(home, 'node_modules'))
  await buildSite(
    { ...remote, plugins: [remote.plugins ?? [], noteFiles(phones)] },
    join(home, 'remote'),
  )
  const client = (name: string): RegExp => new RegExp(`/walletconnect/dist/page/${name}\\.mjs$`)
  const there = [chunk('dialog'), chunk('wallets')]
  const code = lateSize(phones, client('open-page'), there)
  const answer = lateSize(phones, client('open-sessions'), [...there, client('open-page')])
  report(
    'phones: the client',
    [
      ...(code > budgets.phones.code
        ? [`for the code: ${code} B gzip, more than ${budgets.phones.code}`]
        : []),
      ...(answer > budgets.phones.answer
        ? [`for an answer: ${answer} B gzip, more than ${budgets.phones.answer}`]
        : []),
    ],
    `${code} of ${budgets.phones.code} B gzip for the code, ${answer} of ${budgets.phones.answer} for an answer`,
  )
  const browser = await startBrowser()
  try {
    // Most of each measurement is idle time, so they run in parallel.
    const [floor, minimal, resumed] = await Promise.all([
      pageBytes(browser, floorPath),
      pageBytes(browser, minimalPath),
      connectedPage(browser, minimalPath, 1000),
    ])
    const { critical, beforeClick, connected } = budgets.page
    const first = minimal.critical.gzip - floor.critical.gzip
    const all = minimal.beforeClick.gzip - floor.critical.gzip
    report(
      'examples/minimal before the button works, above React',
      [
        ...(first > critical.gzip ? [`${first} B gzip, more than ${critical.gzip}`] : []),
        ...(minimal.critical.files > critical.files
          ? [`${minimal.critical.files} files, more than ${critical.files}`]
          : []),
      ],
      `${first} of ${critical.gzip} B gzip in ${minimal.critical.files} files`,
    )
    report(
      'examples/minimal before the click, above React',
      all > beforeClick.gzip ? [`${all} B gzip, more than ${beforeClick.gzip}`] : [],
      `${all} of ${beforeClick.gzip} B gzip in ${minimal.beforeClick.files} files`,
    )
    const script = await scriptBytes(
      browser,
      join(home, 'node_modules/@latchkey/elements/script'),
      join(home, 'plain-page'),
    )
    report(
      'the script of elements on a plain page, React included',
      scriptFaults(script, budgets.script),
      `${script.first} of ${budgets.script.first} B gzip before the button works, ${script.beforeClick} of ${budgets.script.beforeClick} before a click, ${script.afterOpening} of ${budgets.script.afterOpening} after the first opening`,
    )
    const kept = resumed.loaded.gzip - floor.critical.gzip
    report(
      'examples/minimal with a resumed session and nothing opened, above React',
      kept > connected.gzip ? [`${kept} B gzip, more than ${connected.gzip}`] : [],
      `${kept} of ${connected.gzip} B gzip in ${resumed.loaded.files} files`,
    )
    report(
      'examples/minimal asks nobody else',
      minimal.otherHosts,
      `${minimal.otherHosts.length} other hosts`,
    )
    report(
      'examples/minimal writes nothing before the click',
      minimal.writes,
      `${minimal.writes.length} writes`,
    )
  } finally {
    await browser.close()
  }
} catch (error) {
  report('examples/minimal', [
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  ])
}

if (failed.length === 0) recordChecked(home, packed)
const seconds = Math.round((Date.now() - began) / 1000)
console.log(
  failed.length === 0
    ? `check:dist: all good in ${seconds} s`
    : `check:dist: failed in ${seconds} s: ${failed.join(', ')}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
