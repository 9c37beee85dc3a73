import { describe, expect, test } from 'vitest'
import { orderPackages } from './order-packages.ts'

function named(name: string, ...wanted: readonly string[]) {
  const dependencies = Object.fromEntries(wanted.map((one) => [one, '1.0.0']))
  return { manifest: { name, version: '1.0.0', dependencies } }
}

describe('orderPackages', () => {
  test('default: what is depended on comes first', () => {
    const order = orderPackages([named('a', 'c', 'react'), named('b'), named('c', 'b')])
    expect(order.map(({ manifest }) => manifest.name)).toEqual(['b', 'c', 'a'])
  })

  test('behavior: a peer comes first, too', () => {
    const plugin = {
      manifest: { name: 'a', version: '1.0.0', peerDependencies: { z: '1.0.0' } },
    }
    expect(orderPackages([plugin, named('z')]).map(({ manifest }) => manifest.name)).toEqual([
      'z',
      'a',
    ])
  })

  test('error: a circle', () => {
    expect(() => orderPackages([named('a', 'b'), named('b', 'a')])).toThrow('a → b → a')
  })
})
