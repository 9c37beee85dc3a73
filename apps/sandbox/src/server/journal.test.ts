import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openJournal } from './journal.ts'
import type { Order } from './order.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true })
  }
})
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-journal-'))
  folders.push(folder)
  return folder
}
const orderOf = (id: string): Order => ({
  id,
  kind: 'card',
  status: 'created',
  isConfirming: false,
  isKnown: false,
  asset: 'x',
  units: '1',
  wallet: '0x',
  purchaseAmount: { amount: '1', currency: 'ETH' },
  createdAt: 1,
  touchedAt: 1,
})

describe('openJournal', () => {
  test('default: what happened is there again, and nothing is written that changed nothing', () => {
    const folder = newFolder()
    const first = openJournal(folder, () => 7)
    first.addEvent('a', { type: 'created', order: orderOf('a') })
    expect(first.addEvent('a', { type: 'paid' })).toMatchObject({
      status: 'delivering',
      touchedAt: 7,
    })
    expect(first.addEvent('a', { type: 'paid' })).toBeUndefined()
    expect(first.addEvent('a', { type: 'created', order: orderOf('a') })).toBeUndefined()
    expect(first.addEvent('b', { type: 'paid' })).toBeUndefined()
    const all = first.all()
    first.close()
    expect(readFileSync(join(folder, 'orders.jsonl'), 'utf8').trim().split('\n')).toHaveLength(2)
    expect(statSync(join(folder, 'orders.jsonl')).mode & 0o777).toBe(0o600)
    const second = openJournal(folder)
    expect(second.all()).toEqual(all)
    second.close()
  })

  test('behavior: cut anywhere by a crash, it holds what was whole, and goes on from there', () => {
    const folder = newFolder()
    const path = join(folder, 'orders.jsonl')
    const first = openJournal(folder)
    for (const id of ['a', 'b']) {
      first.addEvent(id, { type: 'created', order: orderOf(id) })
    }
    first.addEvent('a', { type: 'paid' })
    first.close()
    const whole = readFileSync(path)
    for (let length = whole.length; length >= 0; length -= 13) {
      truncateSync(path, 0)
      appendFileSync(path, whole.subarray(0, length))
      const lines = whole.subarray(0, length).toString().split('\n').length - 1
      const again = openJournal(folder)
      expect(again.all()).toHaveLength(Math.min(lines, 2))
      again.addEvent('c', { type: 'created', order: orderOf('c') })
      again.close()
      const after = openJournal(folder)
      expect(after.get('c')).toBeDefined()
      expect(after.all()).toHaveLength(Math.min(lines, 2) + 1)
      after.close()
    }
  })
})
