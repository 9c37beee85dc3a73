import { describe, expect, test } from 'vitest'
import { makeMailboxes } from './mailboxes.ts'
import type { Entry } from './shares.ts'

const limits = {
  maxBytes: 8_000,
  holderBytes: 8_000,
  clientBytes: 8_000,
  topicMessages: 256,
  topicBytes: 8_000,
}
/** Its lifetime is no short one, so that nothing of the reserve is for it. */
const message = (hash: string, holder: string, at: number): Entry => ({
  topic: hash,
  hash,
  publisher: holder,
  holder,
  publishedAt: at,
  expiresAt: at + 86_400_000,
  bytes: 1_000,
  acked: [],
  isSought: false,
})

describe('makeMailboxes', () => {
  test('behavior: after a search for room that found none, a clock that is set back ends the wait for the next one', () => {
    const at = 1_780_000_000_000
    const index = makeMailboxes(limits)
    for (let n = 0; n < 7; n += 1) {
      expect(index.add(message(`m${n}`, `holder-${n}`, at), at)).toBeUndefined()
    }
    // Seven eighths are all that such messages may take, and no holder has more than another.
    expect(index.add(message('late', 'other', at), at)).toBe('full')
    index.acknowledgeMessage('m0', 'somebody', 'm0')
    expect(index.add(message('late', 'other', at), at + 999)).toBe('full')
    const before = at - 3_600_000
    expect(index.add(message('late', 'other', before), before)).toBeUndefined()
    expect(index.find('m0', 'm0', before)).toBeUndefined()
  })
})
