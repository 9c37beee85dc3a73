import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startBrowser } from '../bench/start-browser.ts'
import { buildPackages } from '../check-dist/build-packages.ts'
import { type BundlerBudgets, bundlerFaults, bundlerTable } from './figures.ts'
import { measureBundlers } from './measure-bundlers.ts'

const root = resolve(import.meta.dirname, '../..')
const home = join(root, '.cache/bundlers')
const { bundlers: budgets } = JSON.parse(
  readFileSync(join(root, 'scripts/budgets.json'), 'utf8'),
) as { bundlers: BundlerBudgets }

console.log('packages …')
const unbuilt = (await buildPackages(root, home)).flatMap(({ faults }) => faults)
if (unbuilt.length > 0) throw new Error(`the packages do not build:\n${unbuilt.join('\n')}`)
const browser = await startBrowser()
try {
  const all = await measureBundlers(root, home, browser)
  console.log(`\n${bundlerTable(budgets, all)}\n`)
  const faults = all.flatMap((one) =>
    bundlerFaults(budgets, one).map((fault) => `${one.name}: ${fault}`),
  )
  for (const fault of faults) {
    console.log(`FAIL ${fault}`)
  }
  if (faults.length === 0) console.log('bundlers: all good')
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await browser.close()
}
