export type ThemeMode = 'light' | 'dark' | 'system'

/** The public custom properties of the theme, without their prefix `--latchkey-`. */
export interface ThemeVariables {
  readonly accent?: string
  /** Colour of text on the accent. */
  readonly 'on-accent'?: string
  readonly font?: string
  /** Length; the radius of the card, from which all others derive. */
  readonly radius?: string
  /** Colour mixed into every surface. */
  readonly 'color-mix'?: string
  /** Percentage. */
  readonly 'color-mix-strength'?: string
}

export interface Theme {
  /** Default `system`. */
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

/** The mode that is shown. */
export function resolveMode(mode: ThemeMode | undefined, prefersDark: boolean): 'light' | 'dark' {
  if (mode === 'light' || mode === 'dark') return mode
  return prefersDark ? 'dark' : 'light'
}
