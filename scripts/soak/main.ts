import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openings } from '../bench/openings.ts'
import { buildSite, minimalSite } from '../bench/site.ts'
import { startBrowser } from '../bench/start-browser.ts'
import { runStep } from '../step.ts'

/**
 * Runs the long checks: property tests with many more runs, the relay under load, many openings,
 * every state of every view in both form factors, every guard switched off once. Usage: npm run soak -- [runs [share of the
 * gateway's [its parts …]]]; 0 runs only the gateway's parts, as in
 * `npm run soak -- 0 1 dashboard`.
 */
const root = resolve(import.meta.dirname, '../..')
const runs = Number(process.argv[2] ?? 20_000)
const { page } = JSON.parse(readFileSync(join(root, 'scripts/budgets.json'), 'utf8')) as {
  page: { heapGrowthBytes: number; objectGrowthBytes: number }
}
const failed: string[] = []

if (runs > 0) await properties()
await gateway()
if (runs > 0) await manyOpenings()
if (runs > 0) await matrix()
if (runs > 0) await guards()
process.exitCode = failed.length === 0 ? 0 : 1

async function properties(): Promise<void> {
  process.env.LATCHKEY_PROPERTY_RUNS = String(runs)
  const property = await runStep(
    {
      name: 'properties',
      command: [
        process.execPath,
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project',
        'unit*',
        '--testTimeout=1800000',
        'property',
      ],
    },
    root,
  )
  console.log(
    `${property.code === 0 ? 'ok  ' : 'FAIL'} property tests with ${runs} runs (${property.seconds} s)`,
  )
  for (const [line] of property.output.matchAll(/^.*(?:fuzz|property): .*$/gm)) {
    console.log(`     ${line.trim()}`)
  }
  if (property.code !== 0) {
    failed.push('properties')
    console.log(property.output)
  }
}

async function gateway(): Promise<void> {
  const step = await runStep(
    {
      name: 'gateway',
      command: [
        process.execPath,
        '--conditions=latchkey-source',
        '--import',
        'tsx',
        join(root, 'packages/gateway/bench/soak.ts'),
        process.argv[3] ?? '1',
        ...process.argv.slice(4),
      ],
    },
    root,
  )
  console.log(step.output.trim())
  if (step.code !== 0) failed.push('gateway')
}

async function matrix(): Promise<void> {
  process.env.LATCHKEY_MATRIX = 'full'
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const command = [
    process.execPath,
    vitest,
    'run',
    '--project',
    'browser*',
    'tests/scenarios/accessibility.alone.browser.test.ts',
  ]
  const step = await runStep({ name: 'accessibility', command }, root)
  console.log(
    `${step.code === 0 ? 'ok  ' : 'FAIL'} accessibility of every state on both forms (${step.seconds} s)`,
  )
  if (step.code === 0) return
  failed.push('accessibility')
  console.log(step.output)
}

async function guards(): Promise<void> {
  const command = [process.execPath, join(root, 'scripts/guards.mjs')]
  const step = await runStep({ name: 'guards', command }, root)
  console.log(`${step.code === 0 ? 'ok  ' : 'FAIL'} guards switched off (${step.seconds} s)`)
  if (step.code === 0) return
  failed.push('guards')
  console.log(step.output)
}

async function manyOpenings(): Promise<void> {
  const folder = await buildSite(minimalSite(root), join(root, '.cache/soak'))
  const browser = await startBrowser()
  try {
    const { before, after } = await openings(browser, folder, 1000)
    const growth = after.heap - before.heap
    const isFlat = after.nodes <= before.nodes + 20 && after.listeners <= before.listeners
    const objects = after.objects - before.objects
    const isGood = isFlat && growth <= page.heapGrowthBytes && objects <= page.objectGrowthBytes
    console.log(
      `${isGood ? 'ok  ' : 'FAIL'} 1000 openings: heap ${Math.round(growth / 1024)} KiB, objects ${Math.round(objects / 1024)} KiB, nodes ${before.nodes} → ${after.nodes}, listeners ${before.listeners} → ${after.listeners}`,
    )
    if (!isGood) failed.push('openings')
  } finally {
    await browser.close()
  }
}
