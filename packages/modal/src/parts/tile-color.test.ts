import { describe, expect, test } from 'vitest'
import { tileColor } from './tile-color.ts'

describe('tileColor', () => {
  test('default', () => {
    expect(tileColor('Harbor', '#2866e0')).toEqual({ background: '#2866e0', color: '#fff' })
    expect(tileColor('Pale', '#fff0b0').color).toBe('#16181d')
  })

  test('behavior: what is no plain colour never reaches a style', () => {
    const own = tileColor('Harbor').background
    for (const color of [
      null,
      '',
      'red',
      'url(https://x.example)',
      '#12345',
      '#2866e0;background:url(x)',
    ]) {
      expect(tileColor('Harbor', color).background).toBe(own)
    }
  })
})
