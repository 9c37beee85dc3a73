const finder = 7

/**
 * Draws a QR matrix as one path of rounded modules in module units; fill it with the rule `evenodd`.
 * @param data rows of modules, `true` is dark; without a quiet zone.
 */
export function qrPath(data: readonly (readonly boolean[])[]): string {
  const last = data.length - finder
  const isFinder = (x: number, y: number): boolean =>
    (x < finder && y < finder) || (x >= last && y < finder) || (x < finder && y >= last)
  const parts = [eye(0, 0), eye(last, 0), eye(0, last)]
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark && !isFinder(x, y)) parts.push(dot(x, y))
    })
  })
  return parts.join('')
}

// Scanners sample the middle of a module: a circle of nine tenths is read like a square.
function dot(x: number, y: number): string {
  return `M${x + 0.05} ${y + 0.5}a.45 .45 0 1 0 .9 0a.45 .45 0 1 0-.9 0`
}

function eye(x: number, y: number): string {
  return rounded(x, y, 7, 2.2) + rounded(x + 1, y + 1, 5, 1.5) + rounded(x + 2, y + 2, 3, 0.9)
}

function rounded(x: number, y: number, size: number, radius: number): string {
  const side = size - 2 * radius
  const arc = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return `M${x + radius} ${y}h${side}${arc(radius, radius)}v${side}${arc(-radius, radius)}h${-side}${arc(-radius, -radius)}v${-side}${arc(radius, -radius)}z`
}
