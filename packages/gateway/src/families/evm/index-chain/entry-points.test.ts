import type { Hex } from 'viem'
import * as library from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { isEntryPoint } from './entry-points.ts'

// Names and values of a plain object: to compare the types of all that the library exports took the
// compiler a third of the whole check.
const exported: object = library

test('default: all that viem knows, and no other', () => {
  const addresses = Object.entries(exported).flatMap(([name, value]) =>
    /^entryPoint\d+Address$/.test(name) ? [String(value).toLowerCase() as Hex] : [],
  )
  expect(addresses.length).toBeGreaterThan(2)
  expect(addresses.map(isEntryPoint)).toEqual(addresses.map(() => true))
  expect(isEntryPoint(`0x${'1'.repeat(40)}`)).toBe(false)
})
