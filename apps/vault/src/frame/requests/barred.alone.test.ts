import 'fake-indexeddb/auto'
import { describe, expect, test, vi } from 'vitest'
import { randomId } from '../../base64url.ts'
import type { Reading, Warning } from '../../decode/reading.ts'
import { chains, openTestFrame, signedUp } from '../../test/open-test-frame.ts'
import { ask, chain, to, windowOf, withNode, withRecovery } from '../../test/vault-windows.ts'
import { warningWords } from '../../windows/words/warning.ts'
import { outgoingAmount } from './barred.ts'

// Keys are derived again and again here, without a browser's speed.
vi.setConfig({ testTimeout: 20_000 })

const payment: Reading = {
  kind: 'transaction',
  steps: [{ kind: 'send-coin', amount: 5n, to }],
  warnings: [],
  fee: 2n,
}

describe('leavesOf', () => {
  test('default: the coin and its fee', () => {
    expect(outgoingAmount(payment, to)).toBe(7n)
  })

  test.each(Object.keys(warningWords) as Warning[])(
    'behavior: a payment that is warned of (%s) waits for recovery, whatever it sends',
    (warning) => {
      expect(outgoingAmount({ ...payment, warnings: [warning] }, to)).toBeNull()
    },
  )

  test.each<[string, (evm: string) => unknown]>([
    ['above the limit', (from) => [{ from, to, value: '0x38d7ea4c68001' }]],
    [
      'tokens',
      (from) => [
        { from, to, data: `0xa9059cbb${'00'.repeat(12)}${to.slice(2)}${'00'.repeat(31)}01` },
      ],
    ],
    ['an unknown call', (from) => [{ from, to, data: '0x12345678' }]],
    ['a contract', (from) => [{ from, data: '0x1234' }]],
    [
      'a fee above the limit',
      (from) => [{ from, to, value: '0x0', gas: '0x5208', gasPrice: '0x174876e8000' }],
    ],
  ])('behavior: until recovery is set, %s can be shown but not approved', async (_, params) => {
    const frame = await signedUp()
    withNode(frame)
    const sending = ask(frame, 'eth_sendTransaction', params(frame.evm))
    const { shown, decide, hear } = await windowOf(frame)
    expect(shown.barred).toBe('recovery-needed')
    decide(true)
    expect(await hear('latchkey-frame-done')).toMatchObject({ isRefused: true })
    const refused = expect(sending).rejects.toMatchObject({ code: 'recovery-needed' })
    decide(false)
    await refused
    frame.stop()
  })

  test('behavior: a small sum that is barred is shown in the window as any other', async () => {
    const small = { [chain]: { receivers: { [to]: '9'.repeat(20) }, day: '9'.repeat(20) } }
    const frame = await signedUp({ project: { small } })
    withNode(frame)
    const sending = ask(frame, 'eth_sendTransaction', [
      { from: frame.evm, to, value: '0x38d7ea4c68001' },
    ])
    const refused = expect(sending).rejects.toMatchObject({ code: 'recovery-needed' })
    const { shown, decide } = await windowOf(frame)
    expect(shown.barred).toBe('recovery-needed')
    expect(frame.said.findLast((one) => one.event === 'approval')).toMatchObject({
      approval: { place: 'window' },
    })
    decide(false)
    await refused
    frame.stop()
  })

  test('behavior: of two frames whose payments were approved at once, the second is stopped at the limit', async () => {
    const frame = await signedUp()
    const other = {
      ...openTestFrame({ gateway: frame.gateway, indexedDB: frame.indexedDB }),
      evm: frame.evm,
    }
    other.greet()
    await other.call('session', { chains })
    withNode(frame)
    const pay = (from: Pick<typeof frame, 'call'>) =>
      from.call('request', {
        chain,
        method: 'eth_sendTransaction',
        params: [{ from: frame.evm, to, value: '0x2d79883d20000' }],
      })
    const sending = [pay(frame), pay(other)]
    const settled = Promise.allSettled(sending)
    const windows = [await windowOf(frame), await windowOf(other as unknown as typeof frame)]
    expect(windows.map(({ shown }) => shown.barred)).toEqual([undefined, undefined])
    for (const { decide } of windows) {
      decide(true)
    }
    const ends = (await settled).map((one) =>
      one.status === 'fulfilled' ? 'sent' : one.reason.code,
    )
    expect(ends.sort()).toEqual(['recovery-needed', 'sent'])
    frame.stop()
    other.stop()
  })

  test('behavior: its window goes on to set-up, under an id of its own; one that may be approved does not', async () => {
    const frame = await signedUp()
    withNode(frame)
    const barred = ask(frame, 'eth_sendTransaction', [
      { from: frame.evm, to, value: '0x38d7ea4c68001' },
    ])
    const refused = expect(barred).rejects.toMatchObject({ code: 'recovery-needed' })
    const next = randomId(32)
    ;(await windowOf(frame)).say({ type: 'latchkey-window-next', next })
    await refused
    const setUp = frame.openWindow(next)
    setUp.greet()
    expect(await setUp.hear('latchkey-frame-ready')).toMatchObject({ window: 'recovery' })
    const from = frame.said.length
    const free = ask(frame, 'eth_sendTransaction', [{ from: frame.evm, to, value: '0x1' }])
    const { say, decide } = await windowOf(frame, from)
    const other = randomId(32)
    say({ type: 'latchkey-window-next', next: other })
    const stray = frame.openWindow(other)
    stray.greet()
    decide(true)
    expect(await free).toMatch(/^0x/)
    expect(stray.told).toEqual([])
    frame.stop()
  })

  test('behavior: what was sent before counts to the limit; with recovery there is none', async () => {
    const frame = await signedUp()
    withNode(frame)
    const params = [{ from: frame.evm, to, value: '0x2d79883d20000' }]
    const first = ask(frame, 'eth_sendTransaction', params)
    ;(await windowOf(frame)).decide(true)
    await first
    const second = ask(frame, 'eth_sendTransaction', params)
    second.catch(() => {})
    const from = frame.said.length
    const { shown, decide } = await windowOf(frame, from)
    expect(shown.barred).toBe('recovery-needed')
    decide(false)
    await expect(second).rejects.toMatchObject({ code: 'recovery-needed' })
    await withRecovery(frame)
    const third = ask(frame, 'eth_sendTransaction', params)
    const free = await windowOf(frame, frame.said.length)
    expect(free.shown).not.toHaveProperty('barred')
    free.decide(true)
    expect(await third).toMatch(/^0x/)
    frame.stop()
  })
})
