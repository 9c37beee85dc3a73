const finder = 7

/**
 * Units for the side of a module, so that all corners have integer coordinates, which are short to
 * write.
 */
export const qrUnit = 20

// Radius of a free corner, in units.
const round = 9

/**
 * Draws a QR matrix as one path of rounded modules, `qrUnit` units each; fill it with the rule
 * `evenodd`.
 * @param data rows of modules, `true` is dark; without a quiet zone.
 * @param cut side of the empty square in the middle, for an icon, in modules.
 */
export function qrPath(data: readonly (readonly boolean[])[], cut = 0): string {
  const size = data.length
  const last = size - finder
  const edge = (size - cut) / 2
  const isCut = (at: number): boolean => at >= edge && at < edge + cut
  const ink = data.map((row, y) => {
    const isOuter = y < finder || y >= last
    return row.map(
      (is, x) =>
        is && !(isOuter && (x < finder || (x >= last && y < finder))) && !(isCut(x) && isCut(y)),
    )
  })
  let path = drawEye(0, 0) + drawEye(last, 0) + drawEye(0, last)
  ink.forEach((row, y) => {
    const above = ink[y - 1] ?? []
    const below = ink[y + 1] ?? []
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) {
        x++
      }
      path += drawRun(start, y, x + 1 - start, !above[start], !above[x], !below[x], !below[start])
    }
  })
  return path
}

// Draws neighbouring modules of a row as one shape, rounded only at its free ends: with gaps
// between dots some readers find no code at all.
function drawRun(
  x: number,
  y: number,
  length: number,
  a: boolean,
  b: boolean,
  c: boolean,
  d: boolean,
): string {
  const [ra, rb, rc, rd] = [a ? round : 0, b ? round : 0, c ? round : 0, d ? round : 0]
  const width = length * qrUnit
  return `M${x * qrUnit + ra} ${y * qrUnit}h${width - ra - rb}${b ? corners[0] : ''}v${qrUnit - rb - rc}${c ? corners[1] : ''}h${rc + rd - width}${d ? corners[2] : ''}v${rd + ra - qrUnit}${a ? corners[3] : ''}z`
}

const corners = [
  'a9 9 0 0 1 9 9',
  'a9 9 0 0 1 -9 9',
  'a9 9 0 0 1 -9 -9',
  'a9 9 0 0 1 9 -9',
] as const

function drawEye(x: number, y: number): string {
  return (
    drawRounded(x, y, 7, 44) + drawRounded(x + 1, y + 1, 5, 30) + drawRounded(x + 2, y + 2, 3, 18)
  )
}

function drawRounded(x: number, y: number, size: number, radius: number): string {
  const side = size * qrUnit - 2 * radius
  const drawArc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return `M${x * qrUnit + radius} ${y * qrUnit}h${side}${drawArc(radius, radius)}v${side}${drawArc(-radius, radius)}h${-side}${drawArc(-radius, -radius)}v${-side}${drawArc(radius, -radius)}z`
}
