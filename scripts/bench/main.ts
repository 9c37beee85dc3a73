import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'
import {
  type BundlerBudgets,
  bundlerFaults,
  bundlerRows,
  bundlerTable,
} from '../bundlers/figures.ts'
import { measureBundlers } from '../bundlers/measure-bundlers.ts'
import { installedFor, type Lock } from '../check/dependencies.ts'
import { buildPackages } from '../check-dist/build-packages.ts'
import { connectedPage } from './connected-page.ts'
import { countedPage } from './counted-page.ts'
import { gatewayFigures } from './gateway-figures.ts'
import { openings, warmUp } from './openings.ts'
import { pageBytes } from './page-bytes.ts'
import { median, readyPairs, type Times, visit } from './page-times.ts'
import { remoteFigures } from './remote-figures.ts'
import { boundHere, fillBlock, fullTable, kib, type Row, summaryTable } from './report.ts'
import { type ScriptBudgets, scriptBytes, scriptRows } from './script-bytes.ts'
import { signInFigures } from './sign-in-figures.ts'
import { buildSite, floorSite, minimalSite, remoteSite } from './site.ts'
import { startBrowser } from './start-browser.ts'

/**
 * Usage: npm run bench [-- --quick]; a quick run measures less often and with one bundler, and
 * writes nothing.
 */
const isQuick = process.argv.includes('--quick')
const runs = isQuick
  ? { normal: 3, ready: 5, slow: 1, openings: 40, watchMs: 10_000 }
  : { normal: 15, ready: 61, slow: 3, openings: 200, watchMs: 60_000 }
const root = resolve(import.meta.dirname, '../..')
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))
const {
  page: budget,
  bundlers: bundlerBudgets,
  script: scriptBudgets,
} = read('scripts/budgets.json') as {
  bundlers: BundlerBudgets
  script: ScriptBudgets
  page: {
    critical: { gzip: number; files: number }
    beforeClick: { gzip: number }
    connected: { gzip: number }
    readyMs: number
    openMs: number
    openSlowMs: number
    floor: Readonly<Record<'readyMs' | 'openMs' | 'openSlowMs', number>>
    heapBytes: number
    heapGrowthBytes: number
    objectGrowthBytes: number
    packages: number
  }
}

console.log('packages …')
const home = join(root, '.cache/bench')
const faults = (await buildPackages(root, home)).flatMap((built) => built.faults)
if (faults.length > 0) throw new Error(`the packages do not build:\n${faults.join('\n')}`)
const packed = join(home, 'node_modules')
const folders = {
  floor: await buildSite(floorSite(root), join(home, 'floor')),
  ours: await buildSite(minimalSite(root, packed), join(home, 'minimal')),
  remote: await buildSite(remoteSite(root, packed), join(home, 'remote')),
}
const browser = await startBrowser()
const times = {
  floor: [] as Times[],
  ours: [] as Times[],
  floorSlow: [] as Times[],
  oursSlow: [] as Times[],
}
try {
  console.log('bytes …')
  const bytes = {
    floor: await pageBytes(browser, folders.floor),
    ours: await pageBytes(browser, folders.ours),
  }
  const script = await scriptBytes(
    browser,
    join(packed, '@latchkey/elements/script'),
    join(home, 'plain-page'),
  )
  console.log('times …')
  // The first visit warms the browser; the two pages then alternate, so that other load on the
  // machine affects both.
  await visit(browser, folders.floor, false)
  for (let i = 0; i < runs.normal; i++) {
    times.floor.push(await visit(browser, folders.floor, false))
    times.ours.push(await visit(browser, folders.ours, false))
  }
  // The difference is smaller than the spread of either page, so there are more pairs, and each
  // page is compared within its pair.
  const ready = await readyPairs(browser, folders, runs.ready)
  for (let i = 0; i < runs.slow; i++) {
    times.floorSlow.push(await visit(browser, folders.floor, true))
    times.oursSlow.push(await visit(browser, folders.ours, true))
  }
  console.log('openings …')
  const held = await openings(browser, folders.ours, runs.openings)
  console.log('a connected page …')
  const connected = await connectedPage(browser, folders.ours, runs.watchMs)
  const counted = await countedPage(browser, folders.remote)
  console.log('phones …')
  const remote = await remoteFigures(browser, folders.remote, {
    runs: Math.ceil(runs.normal / 2),
    criticalOfMinimal: bytes.ours.critical.gzip,
  })
  console.log('the gateway …')
  const gateway = await gatewayFigures(root)
  console.log('signing in by email …')
  const signIn = await signInFigures(isQuick ? 2 : 7)
  console.log('bundlers …')
  const bundled = isQuick ? [] : await measureBundlers(root, home, browser)
  const bundlersAtFault = bundled.flatMap((one) =>
    bundlerFaults(bundlerBudgets, one).map((fault) => `${one.name}: ${fault}`),
  )

  const of = (list: readonly Times[], key: keyof Times): number =>
    median(list.map((one) => one[key]))
  const packages = installedFor((read('package-lock.json') as { packages: Lock }).packages, [
    'packages/modal',
    'packages/evm',
  ])
  const figures = {
    critical: bytes.ours.critical.gzip - bytes.floor.critical.gzip,
    criticalFiles: bytes.ours.critical.files,
    beforeClick: bytes.ours.beforeClick.gzip - bytes.floor.critical.gzip,
    afterOpening: bytes.ours.afterOpening.gzip - bytes.floor.critical.gzip,
    readyMs: median(ready.map((pair) => pair.ours - pair.floor)),
    openMs: of(times.ours, 'openMs'),
    openSlowMs: of(times.oursSlow, 'openMs'),
    heap: of(times.ours, 'heap') - of(times.floor, 'heap'),
    heapGrowth: held.after.heap - held.before.heap,
    objectGrowth: held.after.objects - held.before.objects,
    nodes: held.after.nodes - held.before.nodes,
    listeners: held.after.listeners - held.before.listeners,
    connected: connected.loaded.gzip - bytes.floor.critical.gzip,
    idleRequests: connected.requestsPerMinute,
    idleAsked: connected.askedPerMinute,
    countedRequests: counted,
    otherHosts: bytes.ours.otherHosts.length,
    writes: bytes.ours.writes.length,
    packages: packages.length,
  }
  const floor = {
    critical: bytes.floor.critical.gzip,
    readyMs: median(ready.map((pair) => pair.floor)),
    openMs: of(times.floor, 'openMs'),
    readySlowMs: of(times.floorSlow, 'readyMs'),
    openSlowMs: of(times.floorSlow, 'openMs'),
    heap: of(times.floor, 'heap'),
  }
  const middle = (pairs: typeof ready): string => {
    const sorted = pairs.map((pair) => pair.ours - pair.floor).sort((a, b) => a - b)
    return [0.25, 0.75]
      .map((part) => ms(sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN))
      .join(' and ')
  }
  const ms = (value: number): string => `${value.toFixed(0)} ms`
  const row = (
    what: string,
    value: number,
    most: number,
    show: (value: number) => string,
    inReadme?: string,
  ): Row => ({
    what,
    ours: show(value),
    budget: `≤ ${show(most)}`,
    isGood: value <= most,
    ...(inReadme && { inReadme }),
  })
  const timed = (what: string, key: 'readyMs' | 'openMs' | 'openSlowMs', inReadme: string): Row => {
    const { most, said } = boundHere(budget[key], { there: budget.floor[key], here: floor[key] })
    return { what, ours: ms(figures[key]), budget: said, isGood: figures[key] <= most, inReadme }
  }
  const plain = (value: number): string => String(value)
  const rows: Row[] = [
    ...(bundled.length > 0 ? bundlerRows(bundlerBudgets, bundled) : []),
    row(
      `JavaScript before the button works, above React (${figures.criticalFiles} files)`,
      figures.critical,
      budget.critical.gzip,
      kib,
    ),
    row(
      'all JavaScript before a click, above React',
      figures.beforeClick,
      budget.beforeClick.gzip,
      kib,
    ),
    {
      what: 'all JavaScript after the first opening, above React',
      ours: kib(figures.afterOpening),
      budget: '',
      isGood: true,
    },
    ...scriptRows(script, scriptBudgets),
    timed('button ready, above React', 'readyMs', 'Button ready'),
    timed('click → dialog painted', 'openMs', 'Click → dialog on the screen'),
    timed(
      'click → dialog painted, with 4× CPU and Slow 4G',
      'openSlowMs',
      'Click → dialog on a slow phone',
    ),
    row('heap with the dialog open, above React', figures.heap, budget.heapBytes, kib),
    row(
      'requests to other hosts before a click',
      figures.otherHosts,
      0,
      plain,
      'Requests to other hosts before a click',
    ),
    row('storage writes before a click', figures.writes, 0, plain),
    row(
      'third-party packages installed for modal + evm',
      figures.packages,
      budget.packages,
      plain,
      'Packages of others that an install adds',
    ),
    row(
      'JavaScript of a connected page, above React',
      figures.connected,
      budget.connected.gzip,
      kib,
      'JavaScript of a connected page',
    ),
    row(
      `heap after ${runs.openings} openings, above the state warmed by ${warmUp}, with the engine's machine code`,
      figures.heapGrowth,
      budget.heapGrowthBytes,
      kib,
    ),
    row(
      "heap after these openings without the engine's machine code",
      figures.objectGrowth,
      budget.objectGrowthBytes,
      kib,
    ),
    row('DOM nodes more after these openings', figures.nodes, 20, plain),
    row('listeners more after these openings', figures.listeners, 0, plain),
    row(
      'requests a minute of a connected page left alone',
      figures.idleRequests,
      0,
      plain,
      'Requests a minute of a connected page left alone',
    ),
    row(
      'requests a minute of an idle connected page that counts for its owner, the first minute after connecting',
      counted.first,
      2,
      plain,
    ),
    row('requests of such a page in any later minute', counted.later, 0, plain),
    row('questions a minute to the wallet of a connected page', figures.idleAsked, 0, plain),
    ...remote.rows,
    ...gateway.rows,
    ...signIn.rows,
  ]
  const note = `React alone, in the same run: ${kib(floor.critical)}, ready ${ms(floor.readyMs)}, native dialog painted ${ms(floor.openMs)} after the click (slow: ${ms(floor.readySlowMs)}, ${ms(floor.openSlowMs)}), heap ${kib(floor.heap)}. Medians of ${runs.normal} cold visits each, taken in turns (slow: ${runs.slow}; ready: ${runs.ready} pairs, the median of their differences, half of them between ${middle(ready)}); Chromium ${browser.version()}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}.`
  const table = fullTable(rows, note)
  const summary = summaryTable(rows)
  console.log(`\n${table}`)
  for (const fault of bundlersAtFault) {
    console.log(fault)
  }
  if (!isQuick) {
    mkdirSync(join(root, 'docs'), { recursive: true })
    const result = {
      at: new Date().toISOString(),
      browser: browser.version(),
      runs,
      floor,
      ours: figures,
      script,
      remote: remote.figures,
      gateway: gateway.figures,
      signIn: signIn.figures,
      bundlers: bundled,
      times,
      ready,
    }
    writeFileSync(join(root, 'docs/bench.json'), `${JSON.stringify(result, null, 2)}\n`)
    const blocks = [
      { path: 'README.md', name: 'bench', block: summary },
      { path: 'docs/benchmarks.md', name: 'bench', block: table },
      {
        path: 'docs/benchmarks.md',
        name: 'bundlers',
        block: bundlerTable(bundlerBudgets, bundled),
      },
    ]
    for (const { path, name, block } of blocks) {
      const file = join(root, path)
      if (existsSync(file)) writeFileSync(file, fillBlock(readFileSync(file, 'utf8'), name, block))
    }
  }
  const isGood = rows.every((one) => one.isGood) && bundlersAtFault.length === 0
  process.exitCode = isGood ? 0 : 1
} finally {
  await browser.close()
}
