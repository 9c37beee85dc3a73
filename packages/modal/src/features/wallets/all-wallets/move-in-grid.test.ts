import { describe, expect, test } from 'vitest'
import { moveInGrid } from './move-in-grid.ts'

describe('moveInGrid', () => {
  test.each([
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 5, 4],
    ['ArrowDown', 1, 5],
    ['ArrowUp', 5, 1],
    ['Home', 7, 0],
    ['End', 2, 9],
    ['ArrowLeft', 0, undefined],
    ['ArrowRight', 9, undefined],
    ['ArrowUp', 3, undefined],
    ['ArrowDown', 6, undefined],
    ['a', 3, undefined],
    ['constructor', 3, undefined],
    ['ArrowDown', -1, undefined],
  ])('parameters: %s at %i of ten in four columns', (key, at, to) => {
    expect(moveInGrid(key, at, 10, 4)).toBe(to)
  })
})
