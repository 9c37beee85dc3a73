import type { RemoteFeature } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { mergeFeatures } from '../../../../packages/core/src/features/merge-features.ts'
import { featureRows, knownFeatures, toRemoteFeatures } from './features.ts'

const features: RemoteFeature[] = [
  { id: 'swap', isEnabled: true, config: ['Pools', 'own'] },
  { id: 'onramp', isEnabled: false, config: [] },
  { id: 'activity', isEnabled: true, config: null },
  { id: 'of_tomorrow', isEnabled: true, config: ['a'] },
]

describe('featureRows', () => {
  test('default', () => {
    const rows = featureRows(features)
    expect(rows).toHaveLength(knownFeatures.length + 1)
    const said = Object.fromEntries(
      rows.filter(({ choice }) => choice !== 'unset').map((row) => [row.id, row.choice]),
    )
    expect(said).toEqual({ swap: 'on', onramp: 'off', activity: 'page', of_tomorrow: 'on' })
    expect(rows.find(({ id }) => id === 'swap')?.options).toBe('Pools, own')
  })
})

describe('knownFeatures', () => {
  test('behavior: each of them changes what a page shows', () => {
    for (const { id, options } of knownFeatures) {
      const before = JSON.stringify(mergeFeatures({}, []))
      const on = { id, isEnabled: true, config: options ? options.split(', ') : [] }
      expect(JSON.stringify(mergeFeatures({}, [on])), id).not.toBe(before)
    }
  })
})

describe('featuresOf', () => {
  test('default', () => {
    const byId = (list: readonly RemoteFeature[]) =>
      [...list].sort((a, b) => a.id.localeCompare(b.id))
    expect(byId(toRemoteFeatures(featureRows(features)))).toEqual(byId(features))
  })

  test('behavior: commas, spaces and empty options', () => {
    const row = {
      id: 'swap',
      name: 'Swap',
      hint: undefined,
      choice: 'on',
      options: ' a,, b ,',
    } as const
    expect(toRemoteFeatures([row])).toEqual([{ id: 'swap', isEnabled: true, config: ['a', 'b'] }])
  })

  test('behavior: on without options is what the field shows; off needs none', () => {
    const row = { id: 'swap', name: 'Swap', hint: 'Pools, own', options: ' ' } as const
    expect(toRemoteFeatures([{ ...row, choice: 'on' }])).toEqual([
      { id: 'swap', isEnabled: true, config: ['Pools', 'own'] },
    ])
    expect(toRemoteFeatures([{ ...row, choice: 'off' }])).toEqual([
      { id: 'swap', isEnabled: false, config: [] },
    ])
  })
})
