import { describe, expect, test } from 'vitest'
import {
  type Arming,
  armingMs,
  blurArming,
  focusArming,
  isArmed,
  mayApprove,
  showArming,
  stirArming,
  waitOf,
} from './arming.ts'

const click = { isTrusted: true, detail: 1, wasArmedAtDown: true }
const ready = (): Arming => stirArming(showArming(0, true), 'move', 10)

describe('arming', () => {
  test('default: a second, and a movement', () => {
    expect(isArmed(ready(), armingMs - 1)).toBe(false)
    expect(isArmed(ready(), armingMs)).toBe(true)
    expect(mayApprove(ready(), click, armingMs)).toBe(true)
  })

  test('behavior: time alone arms nothing', () => {
    expect(isArmed(showArming(0, true), 60_000)).toBe(false)
    expect(mayApprove(showArming(0, true), { ...click, detail: 0 }, 60_000)).toBe(false)
  })

  test('behavior: Tab arms as a movement does', () => {
    expect(isArmed(stirArming(showArming(0, true), 'tab', 5), armingMs)).toBe(true)
  })

  test('behavior: a finger counts only after the second', () => {
    expect(isArmed(stirArming(showArming(0, true), 'touch', armingMs - 1), armingMs)).toBe(false)
    expect(isArmed(stirArming(showArming(0, true), 'touch', armingMs), armingMs)).toBe(true)
  })

  test('behavior: a window without focus is not armed; with the focus the second begins again', () => {
    expect(isArmed(stirArming(showArming(0, false), 'move', 10), 60_000)).toBe(false)
    expect(waitOf(showArming(0, false), 5)).toBe(Number.POSITIVE_INFINITY)
    const back = stirArming(focusArming(blurArming(), 5_000), 'move', 5_001)
    expect(isArmed(back, 5_000 + armingMs - 1)).toBe(false)
    expect(isArmed(back, 5_000 + armingMs)).toBe(true)
    // What moved before the focus went does not count.
    expect(isArmed(focusArming(blurArming(), 5_000), 60_000)).toBe(false)
  })

  test('behavior: a new request begins again', () => {
    expect(isArmed(showArming(9_000, true), 60_000)).toBe(false)
    expect(isArmed(stirArming(showArming(9_000, true), 'move', 9_001), 9_000 + armingMs - 1)).toBe(
      false,
    )
  })

  test('behavior: only a click of a visitor, begun when armed', () => {
    expect(mayApprove(ready(), { ...click, isTrusted: false }, armingMs)).toBe(false)
    expect(mayApprove(ready(), { ...click, wasArmedAtDown: false }, armingMs)).toBe(false)
    expect(mayApprove(ready(), { ...click, detail: 0, wasArmedAtDown: false }, armingMs)).toBe(true)
  })
})
