import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readSources } from '../check/source-file.ts'
import { drawSample } from './draw-sample.ts'
import { measureFile, paragraphsOf } from './measure-file.ts'
import { houseTable, isShipped } from './table.ts'

// `npm run house` prints the table, `-- --places` also the places to fix, `-- --sample 7` comment
// lines, each with the whole paragraph that it stands in, and names, drawn with that seed.
const { values } = parseArgs({
  options: { sample: { type: 'string' }, places: { type: 'boolean', default: false } },
})
const root = resolve(import.meta.dirname, '../..')
const sources = readSources(root)
const measures = sources.map(({ path }) =>
  measureFile(path, readFileSync(join(root, path), 'utf8')),
)

if (values.sample === undefined) {
  for (const { name, today, goal, isReached, places } of houseTable(sources, measures)) {
    console.log(`${isReached ? 'ok  ' : 'open'} ${name}: ${today} (goal ${goal})`)
    if (values.places) {
      console.log(places.map((place) => `       ${place}`).join('\n'))
    }
  }
} else {
  const shipped = measures.filter(({ path }) => isShipped(path))
  const comments = shipped.flatMap((file) =>
    paragraphsOf(file).map(([line, text]) => `${file.path}:${line}  ${text}`),
  )
  const names = shipped.flatMap(({ path, names }) => names.map((name) => `${name}  (${path})`))
  const seed = Number(values.sample)
  console.log(
    `Seed ${seed}\n\n${drawSample(comments, 70, seed).join('\n')}\n\n${drawSample(names, 50, seed).join('\n')}`,
  )
}
