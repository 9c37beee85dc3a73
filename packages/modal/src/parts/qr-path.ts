const finderSize = 7

/**
 * Number of units per side of a module, chosen so that all corners have integer coordinates, which
 * are short to write.
 */
export const qrUnit = 20

// Radius of a module's corner that touches no other module, in units.
const cornerRadius = 9

/**
 * Draws a QR matrix as one path of rounded modules, `qrUnit` units each; fill it with the rule
 * `evenodd`.
 * @param data rows of modules, `true` is dark; without a quiet zone.
 * @param cutSize side of the empty square in the middle, for an icon, in modules.
 */
export function qrPath(data: readonly (readonly boolean[])[], cutSize = 0): string {
  const size = data.length
  const lastFinderStart = size - finderSize
  const cutStart = (size - cutSize) / 2
  const isInCut = (position: number): boolean =>
    position >= cutStart && position < cutStart + cutSize
  const darkCells = data.map((row, y) => {
    const isOuter = y < finderSize || y >= lastFinderStart
    return row.map(
      (isDark, x) =>
        isDark &&
        !(isOuter && (x < finderSize || (x >= lastFinderStart && y < finderSize))) &&
        !(isInCut(x) && isInCut(y)),
    )
  })
  let path = drawEye(0, 0) + drawEye(lastFinderStart, 0) + drawEye(0, lastFinderStart)
  darkCells.forEach((row, y) => {
    const rowAbove = darkCells[y - 1] ?? []
    const rowBelow = darkCells[y + 1] ?? []
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      const runStart = x
      while (row[x + 1]) {
        x++
      }
      path += drawRun(
        runStart,
        y,
        x + 1 - runStart,
        !rowAbove[runStart],
        !rowAbove[x],
        !rowBelow[x],
        !rowBelow[runStart],
      )
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
  const [ra, rb, rc, rd] = [
    a ? cornerRadius : 0,
    b ? cornerRadius : 0,
    c ? cornerRadius : 0,
    d ? cornerRadius : 0,
  ]
  const width = length * qrUnit
  return `M${x * qrUnit + ra} ${y * qrUnit}h${width - ra - rb}${b ? cornerArcs[0] : ''}v${qrUnit - rb - rc}${c ? cornerArcs[1] : ''}h${rc + rd - width}${d ? cornerArcs[2] : ''}v${rd + ra - qrUnit}${a ? cornerArcs[3] : ''}z`
}

const cornerArcs = [
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
  const straightLength = size * qrUnit - 2 * radius
  const drawArc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return `M${x * qrUnit + radius} ${y * qrUnit}h${straightLength}${drawArc(radius, radius)}v${straightLength}${drawArc(-radius, radius)}h${-straightLength}${drawArc(-radius, -radius)}v${-straightLength}${drawArc(radius, -radius)}z`
}
