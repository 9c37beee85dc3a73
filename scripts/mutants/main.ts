import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { copyRepository, runGit } from '../recipes/copy.ts'
import { type Area, areas } from './areas.ts'
import { drawLines } from './draw-lines.ts'
import { scoreOf } from './score.ts'
import { installStryker, runStryker } from './stryker.ts'

// `npm run mutants` changes the sources of each area, one place at a time, and counts the changes
// that no test notices. It draws one line of twenty; `-- --seed 7` draws the same ones again,
// `-- --share 1` takes all, which is a matter of hours, `-- --area vault` takes one area.
const { values } = parseArgs({
  options: {
    area: { type: 'string', default: '' },
    share: { type: 'string', default: '0.05' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})
const share = Number(values.share)
const seed = Number(values.seed)
const root = resolve(import.meta.dirname, '../..')
const chosen = areas.filter(({ name }) => name.includes(values.area))
if (chosen.length === 0) throw new Error(`there is no area "${values.area}"`)
console.log(`Seed ${seed}`)

const copy = copyRepository(root)
const faults: string[] = []
const rows: string[] = []
try {
  const command = await installStryker(root, copy)
  for (const area of chosen) {
    const places = drawLines(sourcesOf(area), { share, seed })
    const score = scoreOf(await runStryker(command, copy, { places, tests: area.tests }))
    rows.push(
      `${area.name}: ${score.percent} % (${score.killed} noticed, ${score.survived} survived, ${score.uncovered} that no test runs; at least ${area.floor} %)`,
    )
    if (score.percent < area.floor) {
      faults.push(`${area.name}: ${score.percent} % is below ${area.floor} %`)
    }
    const lists = join(root, '.cache/mutants')
    mkdirSync(lists, { recursive: true })
    writeFileSync(join(lists, `${area.name}.txt`), `${score.unnoticed.join('\n')}\n`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(`\n${rows.join('\n')}\nUnnoticed changes are listed in .cache/mutants.`)
for (const fault of faults) {
  console.log(`FAIL ${fault}`)
}
process.exitCode = faults.length === 0 ? 0 : 1

function sourcesOf({ folder }: Area) {
  return runGit(root, 'ls-files', folder)
    .split('\n')
    .filter((path) => path.endsWith('.ts') && !/\.test\.|\/test\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}
