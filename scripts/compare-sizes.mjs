import { readFileSync } from 'node:fs'

const line = /^(?:ok {2}|FAIL) (.+): (\d+) of (\d+) B gzip/

/** Sizes that a run of `npm run check:dist` printed, by name, each with its budget; in bytes. */
export function readSizes(text) {
  const found = text.split('\n').flatMap((one) => {
    const [, name, bytes, budget] = line.exec(one) ?? []
    return name ? [[name, { bytes: Number(bytes), budget: Number(budget) }]] : []
  })
  return new Map(found)
}

/**
 * The comment below a pull request: what grew or shrank, or is above its budget, as a table.
 * @param {string} before - output of `npm run check:dist` without the change
 * @param {string} after - the same with the change
 */
export function compareSizes(before, after) {
  const old = readSizes(before)
  const sizes = [...readSizes(after)]
  if (sizes.length === 0)
    return 'Sizes could not be measured: `npm run check:dist` did not come that far.\n'
  const rows = sizes.flatMap(([name, { bytes, budget }]) => {
    const change = bytes - (old.get(name)?.bytes ?? 0)
    const isOver = bytes > budget
    if (change === 0 && !isOver) return []
    const sign = change > 0 ? '+' : ''
    return [
      `| ${name} | ${bytes} B | ${sign}${change} B | ${budget} B${isOver ? ' **exceeded**' : ''} |`,
    ]
  })
  if (rows.length === 0) return `No size changed (${sizes.length} measured, gzip).\n`
  const head = ['| gzip | now | change | budget |', '|:--|--:|--:|--:|']
  return `${[...head, ...rows].join('\n')}\n\n${sizes.length - rows.length} more did not change.\n`
}

const [, , before, after] = process.argv
if (import.meta.filename === process.argv[1] && before && after)
  process.stdout.write(compareSizes(readFileSync(before, 'utf8'), readFileSync(after, 'utf8')))
