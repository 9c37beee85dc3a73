import { describe, expect, it } from 'vitest'
import { isShallowEqual } from './is-shallow-equal.ts'

const one = {}
describe('isShallowEqual', () => {
  it.each([
    [1, 1, true],
    [Number.NaN, Number.NaN, true],
    [1, 2, false],
    [null, {}, false],
    [[1, one], [1, one], true],
    [[1, {}], [1, {}], false],
    [[1], [1, 2], false],
    [[], {}, false],
    [{ a: one }, { a: one }, true],
    [{ a: undefined }, { b: undefined }, false],
    [new Map(), new Map(), false],
  ])('parameters: %o and %o', (a, b, same) => {
    expect(isShallowEqual(a, b)).toBe(same)
  })
})
