const finder = 7

/**
 * Draws a QR matrix as one path of rounded modules in module units; fill it with the rule `evenodd`.
 * @param data rows of modules, `true` is dark; without a quiet zone.
 * @param cut side of the square in the middle that is left empty for a picture, in modules.
 */
export function qrPath(data: readonly (readonly boolean[])[], cut = 0): string {
  const last = data.length - finder
  const isFinder = (x: number, y: number): boolean =>
    (x < finder && y < finder) || (x >= last && y < finder) || (x < finder && y >= last)
  const parts = [eye(0, 0), eye(last, 0), eye(0, last)]
  const edge = (data.length - cut) / 2
  const isCut = (at: number): boolean => at >= edge && at < edge + cut
  const isDark = (x: number, y: number): boolean => data[y]?.[x] === true && !(isCut(x) && isCut(y))
  data.forEach((row, y) => {
    row.forEach((_, x) => {
      if (!isDark(x, y) || isFinder(x, y)) return
      const [up, right, down, left] = [isDark(x, y - 1), isDark(x + 1, y), isDark(x, y + 1), isDark(x - 1, y)]
      parts.push(module(x, y, [!up && !left, !up && !right, !down && !right, !down && !left]))
    })
  })
  return parts.join('')
}

// Neighbours flow together and only free corners are round: with gaps between dots some readers find no code at all.
function module(x: number, y: number, round: readonly [boolean, boolean, boolean, boolean]): string {
  const [a, b, c, d] = round.map((is) => (is ? 0.45 : 0)) as [number, number, number, number]
  const side = (one: number, other: number) => Number((1 - one - other).toFixed(2))
  const arc = (radius: number, dx: number, dy: number) => (radius ? `a${radius} ${radius} 0 0 1 ${dx} ${dy}` : '')
  return `M${x + a} ${y}h${side(a, b)}${arc(b, b, b)}v${side(b, c)}${arc(c, -c, c)}h-${side(c, d)}${arc(d, -d, -d)}v-${side(d, a)}${arc(a, a, -a)}z`
}

function eye(x: number, y: number): string {
  return rounded(x, y, 7, 2.2) + rounded(x + 1, y + 1, 5, 1.5) + rounded(x + 2, y + 2, 3, 0.9)
}

function rounded(x: number, y: number, size: number, radius: number): string {
  const side = size - 2 * radius
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return `M${x + radius} ${y}h${side}${arc(radius, radius)}v${side}${arc(-radius, radius)}h${-side}${arc(-radius, -radius)}v${-side}${arc(radius, -radius)}z`
}
