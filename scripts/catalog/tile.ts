const ink = { light: '#ffffff', dark: '#111111' } as const

/** The monogram tile of a wallet without a free logo: its first letter on its colour, `#rrggbb`. */
export function tile(name: string, color: string): string {
  const letter = [...name][0]?.toUpperCase() ?? '?'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="10" fill="${color}"/><text x="20" y="27" font-family="system-ui,sans-serif" font-size="20" font-weight="600" text-anchor="middle" fill="${inkOn(color)}">${letter}</text></svg>\n`
}

/** Text colour with contrast AA (4.5 to 1) on `color`: white if possible, else near-black. */
export function inkOn(color: string): string {
  return contrast(color, ink.light) >= 4.5 ? ink.light : ink.dark
}

/** WCAG 2 contrast ratio of two colours `#rrggbb`, 1–21. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
