import { describe, expect, test } from 'vitest'
import { drawNumbers } from './draw-numbers.ts'

describe('drawNumbers', () => {
  test('default', () => {
    const { number, numbers } = drawNumbers()
    expect(new Set(numbers).size).toBe(3)
    expect(numbers).toContain(number)
    for (const one of numbers) expect(one).toMatch(/^[1-9]\d$/)
  })

  test('behavior: each place of the three is drawn for the right one, and each number for each place', () => {
    const places = new Set<number>()
    const seen = new Set<string>()
    for (let first = 0; first < 90; first++) {
      const draws = [first, 0, 0, first % 3]
      const { number, numbers } = drawNumbers(() => draws.shift() as number)
      places.add(numbers.indexOf(number))
      seen.add(numbers[0] as string)
    }
    expect([...places].sort()).toEqual([0, 1, 2])
    expect(seen.size).toBe(90)
  })
})
