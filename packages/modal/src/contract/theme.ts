export type ThemeMode = 'light' | 'dark' | 'system'

/** The public custom properties of the theme, without their prefix `--latchkey-`. */
export interface ThemeVariables {
  readonly accent?: string
  /** Colour of text on a surface in the accent colour. */
  readonly 'on-accent'?: string
  readonly font?: string
  /** CSS length of the card's corner radius, from which all other radii derive. */
  readonly radius?: string
  /** Colour mixed into every surface, in the strength `color-mix-strength`. */
  readonly 'color-mix'?: string
  /** Share of `color-mix` in every surface, as a percentage. */
  readonly 'color-mix-strength'?: string
}

export interface Theme {
  /** Whether the dialog is light, dark, or follows the system; default `system`. */
  readonly mode?: ThemeMode
  readonly variables?: ThemeVariables
}

const names = ['accent', 'on-accent', 'font', 'radius', 'color-mix', 'color-mix-strength'] as const

/** The theme as custom properties to set; unknown names and empty values are left out. */
export function themeProperties(theme: Theme | undefined): Record<`--latchkey-${string}`, string> {
  const properties: Record<`--latchkey-${string}`, string> = {}
  for (const name of names) {
    const value = theme?.variables?.[name]
    if (typeof value === 'string' && value.trim()) properties[`--latchkey-${name}`] = value
  }
  return properties
}

/** The mode to draw, `light` or `dark`, where `system` follows the browser's preference. */
export function resolveMode(mode: ThemeMode | undefined, prefersDark: boolean): 'light' | 'dark' {
  if (mode === 'light' || mode === 'dark') return mode
  return prefersDark ? 'dark' : 'light'
}
