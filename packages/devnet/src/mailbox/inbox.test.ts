import { describe, expect, test } from 'vitest'
import { openInbox } from './inbox.ts'

const mail = (to: string) => ({
  from: 'a',
  to,
  subject: 's',
  text: 't',
  html: null,
  receivedAt: '2026-01-01T00:00:00.000Z',
})

describe('openInbox', () => {
  test('default', () => {
    const inbox = openInbox(2)
    for (const to of ['A@x', 'b@x', 'c@x']) {
      inbox.add(mail(to))
    }
    expect(inbox.list().map(({ to }) => to)).toEqual(['c@x', 'b@x'])
    expect(inbox.find(3)?.to).toBe('c@x')
    expect(inbox.find(1)).toBeUndefined()
    expect(inbox.list(' B@X ')).toHaveLength(1)
    inbox.clear()
    expect(inbox.list()).toEqual([])
  })
})
