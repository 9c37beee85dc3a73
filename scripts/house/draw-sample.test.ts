import { expect, test } from 'vitest'
import { drawSample } from './draw-sample.ts'

const items = Array.from({ length: 500 }, (_, index) => index)

test('default: the same seed draws the same, another one something else, nothing twice', () => {
  const drawn = drawSample(items, 70, 7)
  expect(drawSample(items, 70, 7)).toEqual(drawn)
  expect(drawSample(items, 70, 8)).not.toEqual(drawn)
  expect(new Set(drawn).size).toBe(70)
})

test('behavior: of fewer than are wanted, all', () => {
  expect(drawSample([1, 2, 3], 70, 7).sort()).toEqual([1, 2, 3])
})
