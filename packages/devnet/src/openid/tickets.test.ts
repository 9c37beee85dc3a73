import { describe, expect, test } from 'vitest'
import { openTickets } from './tickets.ts'

describe('openTickets', () => {
  test('default: seen until taken, taken once, and gone when its time is up', () => {
    const clock = { at: 0 }
    const tickets = openTickets<string>(100, () => clock.at)
    const name = tickets.issueTicket('a')
    const late = tickets.issueTicket('b')
    expect([
      tickets.see(name),
      tickets.redeemTicket(name),
      tickets.redeemTicket(name),
      tickets.see(null),
    ]).toEqual(['a', 'a', undefined, undefined])
    clock.at = 99
    expect(tickets.see(late)).toBe('b')
    clock.at = 100
    expect([tickets.see(late), tickets.redeemTicket(late)]).toEqual([undefined, undefined])
  })
})
