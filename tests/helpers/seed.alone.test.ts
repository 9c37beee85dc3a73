import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { random } from './seed.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
  fc.resetConfigureGlobal()
})

describe('random', () => {
  test('default: the same numbers for the same seed, others for another', () => {
    const draw = (seed: number): readonly number[] => Array.from({ length: 1_000 }, random(seed))
    expect(draw(7)).toEqual(draw(7))
    expect(draw(7)).not.toEqual(draw(8))
    expect(draw(7).every((one) => one >= 0 && one < 1)).toBe(true)
    expect(new Set(draw(7)).size).toBe(1_000)
  })
})

describe('LATCHKEY_SEED', () => {
  test('default: is the seed of whatever draws, properties too', async () => {
    vi.stubEnv('LATCHKEY_SEED', '4711')
    vi.resetModules()
    expect((await import('./seed.ts')).seed).toBe(4711)
    await import('./seed-properties.ts')
    const drawn = (): readonly number[] => {
      const numbers: number[] = []
      fc.assert(fc.property(fc.nat(), (one) => void numbers.push(one)))
      return numbers
    }
    expect(drawn()).toEqual(drawn())
  })

  test('behavior: without it each run draws its own', async () => {
    vi.stubEnv('LATCHKEY_SEED', undefined)
    vi.resetModules()
    vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_123)
    expect((await import('./seed.ts')).seed).toBe(1_800_000_000_123 % 2 ** 31)
    vi.restoreAllMocks()
  })
})
