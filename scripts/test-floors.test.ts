import { describe, expect, test } from 'vitest'
import { floorFaults } from './test-floors.mjs'

describe('floorFaults', () => {
  test('default: as many tests as the floor, or more, are no fault', () => {
    expect(floorFaults({ unit: 10, chain: 5 }, { unit: 10, chain: 4 })).toEqual([])
  })

  test('behavior: fewer tests, an empty project and a project without a floor are faults', () => {
    expect(floorFaults({ unit: 9, fresh: 3 }, { unit: 10, chain: 1 })).toEqual([
      'project unit: 9 tests passed, the floor is 10',
      'project chain: 0 tests passed, the floor is 1',
      'project fresh has no floor in scripts/test-floors.json',
    ])
  })
})
