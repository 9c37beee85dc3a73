import { describe, expect, test } from 'vitest'
import {
  type Arming,
  armingAfterActivity,
  armingDelayMs,
  blurArming,
  focusArming,
  isArmed,
  isClickAllowed,
  remainingWait,
  startArming,
} from './arming.ts'

const click = { isTrusted: true, detail: 1, wasArmedAtDown: true }
const ready = (): Arming => armingAfterActivity(startArming(0, true), 'move', 10)

describe('arming', () => {
  test('default: a second, and a movement', () => {
    expect(isArmed(ready(), armingDelayMs - 1)).toBe(false)
    expect(isArmed(ready(), armingDelayMs)).toBe(true)
    expect(isClickAllowed(ready(), click, armingDelayMs)).toBe(true)
  })

  test('behavior: time alone arms nothing', () => {
    expect(isArmed(startArming(0, true), 60_000)).toBe(false)
    expect(isClickAllowed(startArming(0, true), { ...click, detail: 0 }, 60_000)).toBe(false)
  })

  test('behavior: Tab arms as a movement does', () => {
    expect(isArmed(armingAfterActivity(startArming(0, true), 'tab', 5), armingDelayMs)).toBe(true)
  })

  test('behavior: a finger counts only after the second', () => {
    expect(
      isArmed(armingAfterActivity(startArming(0, true), 'touch', armingDelayMs - 1), armingDelayMs),
    ).toBe(false)
    expect(
      isArmed(armingAfterActivity(startArming(0, true), 'touch', armingDelayMs), armingDelayMs),
    ).toBe(true)
  })

  test('behavior: a window without focus is not armed; with the focus the second begins again', () => {
    expect(isArmed(armingAfterActivity(startArming(0, false), 'move', 10), 60_000)).toBe(false)
    expect(remainingWait(startArming(0, false), 5)).toBe(Number.POSITIVE_INFINITY)
    const back = armingAfterActivity(focusArming(blurArming(), 5_000), 'move', 5_001)
    expect(isArmed(back, 5_000 + armingDelayMs - 1)).toBe(false)
    expect(isArmed(back, 5_000 + armingDelayMs)).toBe(true)
    // What moved before the focus went does not count.
    expect(isArmed(focusArming(blurArming(), 5_000), 60_000)).toBe(false)
  })

  test('behavior: a new request begins again', () => {
    expect(isArmed(startArming(9_000, true), 60_000)).toBe(false)
    expect(
      isArmed(
        armingAfterActivity(startArming(9_000, true), 'move', 9_001),
        9_000 + armingDelayMs - 1,
      ),
    ).toBe(false)
  })

  test('behavior: only a click of a visitor, begun when armed', () => {
    expect(isClickAllowed(ready(), { ...click, isTrusted: false }, armingDelayMs)).toBe(false)
    expect(isClickAllowed(ready(), { ...click, wasArmedAtDown: false }, armingDelayMs)).toBe(false)
    expect(
      isClickAllowed(ready(), { ...click, detail: 0, wasArmedAtDown: false }, armingDelayMs),
    ).toBe(true)
  })
})
