import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { twiceHashed } from './twice-hashed.ts'

describe('twiceHashed', () => {
  test('default: as Node says', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (input) => {
        const once = createHash('sha256').update(input).digest()
        expect(Buffer.from(twiceHashed(input))).toEqual(createHash('sha256').update(once).digest())
      }),
    )
  })
})
