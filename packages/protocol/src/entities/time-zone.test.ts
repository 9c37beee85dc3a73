import { describe, expect, it } from 'vitest'
import { isRestrictedTimeZone } from './time-zone.ts'

describe('isRestrictedTimeZone', () => {
  it('default: every zone of the region that Intl knows, as Intl spells it, and no neighbour', () => {
    const region = [
      'Chongqing',
      'Harbin',
      'Hong_Kong',
      'Kashgar',
      'Macau',
      'Shanghai',
      'Urumqi',
    ].map((city) => `Asia/${city}`)
    const known = Intl.supportedValuesOf('timeZone').filter((zone) => isRestrictedTimeZone(zone))
    expect(known.every((zone) => region.includes(zone))).toBe(true)
    expect(known).toEqual(
      expect.arrayContaining(['Asia/Hong_Kong', 'Asia/Macau', 'Asia/Shanghai', 'Asia/Urumqi']),
    )
    // Old names, which a browser may still tell.
    for (const zone of region) {
      expect(isRestrictedTimeZone(zone), zone).toBe(true)
    }
    expect(isRestrictedTimeZone('')).toBe(false)
  })
})
