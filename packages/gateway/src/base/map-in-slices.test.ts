import { describe, expect, test } from 'vitest'
import { mapInSlices } from './map-in-slices.ts'

describe('inSlices', () => {
  test('default: maps all in their order, with their places', async () => {
    const list = Array.from({ length: 50 }, (_, at) => at)
    expect(await mapInSlices(list, (item, at) => [item, at])).toEqual(list.map((at) => [at, at]))
    expect(await mapInSlices([], () => 1)).toEqual([])
  })

  test('behavior: what waits is served before the end', async () => {
    const order: unknown[] = []
    setImmediate(() => order.push('another'))
    await mapInSlices(Array.from({ length: 20 }), (_, at) => order.push(at))
    expect(order.indexOf('another')).toBe(8)
  })
})
