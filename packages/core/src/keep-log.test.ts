import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { adapter, raw, storage, wallet } from '../test/fake-parts.ts'
import { connect } from './connect/connect.ts'
import { createKit } from './create-kit.ts'
import { keepLog } from './keep-log.ts'
import { note } from './machine/note.ts'
import { prepareSend } from './send/prepare-send.ts'
import { send } from './send/send.ts'

afterEach(() => void vi.useRealTimers())

function page() {
  const fox = wallet('fox', ['alpha'], {
    features: { transfer: async () => ({ hash: '0xsecrethash' }) },
  })
  const alpha = adapter('alpha', [fox])
  const kit = createKit({ adapters: [alpha], storage: storage() })
  const log = keepLog(kit)
  onTestFinished(log.stop)
  onTestFinished(kit.subscribe(() => undefined))
  const read = (): Record<string, unknown>[] =>
    log
      .read()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  return { kit, fox, alpha, log, read }
}

describe('keepLog', () => {
  test('default: what happened, by whom and when, oldest first', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T00:00:00Z'), toFake: ['Date'] })
    const { kit, fox, read } = page()
    fox.answer = () => Promise.reject(raw('user-rejected'))
    await connect(kit, { connector: 'fox' }).catch(() => undefined)
    expect(read()).toEqual([
      { at: '2026-01-01T00:00:00.000Z', type: 'connector-found', connector: 'fox' },
      { at: '2026-01-01T00:00:00.000Z', type: 'connect-started', connector: 'fox', attempt: 1 },
      {
        at: '2026-01-01T00:00:00.000Z',
        type: 'connect-failed',
        connector: 'fox',
        code: 'connection-rejected',
        attempt: 1,
      },
    ])
  })

  test('behavior: no address, hash, pairing link, or words of a wallet or server', async () => {
    const { kit, fox, alpha, log } = page()
    fox.answer = ({ onPrompt }) => {
      onPrompt({ kind: 'uri', uri: 'wc:topic@2?symKey=secretkey', expiresAt: 1 })
      return Promise.reject(new Error('secret words'))
    }
    await connect(kit, { connector: 'fox' }).catch(() => undefined)
    fox.answer = wallet('other').answer
    await connect(kit, { connector: 'fox' })
    const asset = alpha.nativeAsset(alpha.chains[0] ?? expect.unreachable())
    alpha.balances = [{ asset, amount: 10_000_000n }]
    const { transaction } = await prepareSend(kit, { asset, amount: 7_777_777n, to: 'a2receiver' })
    await send(kit, { id: transaction.id })
    note(kit, { type: 'name-asked', account: 'alpha:1:a1', name: 'ada.secret.eth' })
    note(kit, {
      type: 'call-failed',
      path: 'v1/identity',
      error: { code: 'server-error', detail: 'secret words' },
    })
    const text = log.read()
    for (const type of [
      'connect-prompted',
      'connect-granted',
      'transaction-submitted',
      'name-asked',
      'call-failed',
    ]) {
      expect(text).toContain(`"type":"${type}"`)
    }
    for (const secret of ['secret', 'alpha:1:a1', 'a2receiver', '7777777', 'COIN', 'symKey']) {
      expect(text).not.toContain(secret)
    }
  })

  test('behavior: about a megabyte, of which the oldest lines go', () => {
    const { kit, log, read } = page()
    for (let n = 0; n < 12_000; n++) {
      note(kit, {
        type: 'call-failed',
        path: `v1/${n}/${'ü'.repeat(30)}`,
        error: { code: 'server-error' },
      })
    }
    const size = new TextEncoder().encode(log.read()).length
    expect(size).toBeLessThanOrEqual(1_048_576)
    expect(size).toBeGreaterThan(1_048_576 - 400)
    expect(read().at(-1)?.path).toContain('v1/11999/')
    expect(String(read()[0]?.path).startsWith('v1/0/')).toBe(false)
  })

  test('behavior: nothing is heard after its stop, and what was stays to be read', () => {
    const { kit, log } = page()
    const before = log.read()
    log.stop()
    note(kit, { type: 'call-failed', path: 'v1', error: { code: 'server-error' } })
    expect([log.read(), before.length > 0]).toEqual([before, true])
  })
})
