import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Demand, demandFaults, readFrom } from './demands.ts'

const root = resolve(import.meta.dirname, '../..')
const demands = JSON.parse(
  readFileSync(join(root, 'scripts/demands/table.json'), 'utf8'),
) as Demand[]
for (const { id, demand, isClaimed, except, tests = [] } of demands) {
  console.log(`${String(id).padStart(2)} ${isClaimed ? 'claimed' : 'not yet'}  ${demand}`)
  if (except) {
    console.log(`            but: ${except}`)
  }
  for (const { file, title } of tests) {
    console.log(`            ${file}: ${title}`)
  }
}
const faults = demandFaults(demands, readFrom(root))
console.log(`\n${demands.filter(({ isClaimed }) => isClaimed).length} of ${demands.length} claimed`)
for (const fault of faults) {
  console.log(`FAIL ${fault}`)
}
process.exitCode = faults.length === 0 ? 0 : 1
