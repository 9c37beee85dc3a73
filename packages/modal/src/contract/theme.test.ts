import { describe, expect, test } from 'vitest'
import { resolveMode, themeProperties } from './theme.ts'

describe('themeProperties', () => {
  test('default', () => {
    expect(themeProperties(undefined)).toEqual({})
    expect(themeProperties({ variables: { accent: 'red', 'color-mix-strength': '10%' } })).toEqual({
      '--latchkey-accent': 'red',
      '--latchkey-color-mix-strength': '10%',
    })
  })

  test('behavior: unknown names and empty values are left out', () => {
    const variables = { accent: ' ', font: '', background: 'red', radius: 4 } as unknown as {
      accent: string
    }
    expect(themeProperties({ variables })).toEqual({})
  })
})

describe('resolveMode', () => {
  test('default', () => {
    expect(resolveMode(undefined, true)).toBe('dark')
    expect(resolveMode('system', false)).toBe('light')
    expect(resolveMode('light', true)).toBe('light')
    expect(resolveMode('dark', false)).toBe('dark')
  })
})
