import { describe, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'

describe('openReader', () => {
  const { parseHash } = openReader(undefined)
  const id = 'ab'.repeat(32)
  test('parameters: parseHash, an id in lower case', async () => {
    expect(await parseHash(id)).toBe(id)
    expect(await parseHash(id.toUpperCase())).toBe(id)
  })
  test.each(['', `0x${id}`, id.slice(2), `${id}00`, `${id.slice(1)}g`, `${id}\n`])(
    'behavior: %o is no id',
    async (text) => expect(await parseHash(text)).toBeNull(),
  )
})
