import { describe, expect, it } from 'vitest'
import { avatarHues } from './avatar-hues.ts'

describe('avatarHues', () => {
  it('default', () => {
    const lower = avatarHues('0x4b209938c481177ec7e8f571cecae8a9e22c02db')
    expect(avatarHues('0x4B209938c481177ec7E8f571ceCaE8A9e22C02db')).toEqual(lower)
    expect(lower.every((hue) => hue >= 0 && hue < 360)).toBe(true)
  })

  it('behavior: neighbours look different', () => {
    const hues = Array.from({ length: 200 }, (_, index) =>
      avatarHues(`0x${index.toString(16).padStart(40, '0')}`),
    )
    expect(new Set(hues.map(String)).size).toBe(200)
  })
})
