import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { adapter, wallet } from '../../test/fake-parts.ts'
import { connect } from '../connect/connect.ts'
import { disconnect } from '../connect/disconnect.ts'
import { createKit } from '../create-kit.ts'
import { askWallet, getActiveWallet } from './ask-wallet.ts'

describe('askWallet', () => {
  test('behavior: a signal that outlives many requests keeps a listener of none', async () => {
    const kit = createKit({ adapters: [adapter('alpha', [wallet('w')])], storage: null })
    const stop = kit.subscribe(() => {})
    await connect(kit, { connector: 'w' })
    const { signal } = new AbortController()
    const ask = (answer: () => Promise<unknown>) =>
      askWallet(kit, getActiveWallet(kit, 'alpha'), signal, answer)
    expect(await ask(async () => 7)).toBe(7)
    await expect(ask(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(getEventListeners(signal, 'abort')).toEqual([])
    stop()
  })

  test('behavior: a wallet that went while the request was prepared is not asked', async () => {
    const kit = createKit({ adapters: [adapter('alpha', [wallet('w')])], storage: null })
    const stop = kit.subscribe(() => {})
    await connect(kit, { connector: 'w' })
    const active = getActiveWallet(kit, 'alpha')
    await disconnect(kit)
    const send = vi.fn(async () => 7)
    await expect(askWallet(kit, active, undefined, send)).rejects.toMatchObject({
      code: 'wallet-disconnected',
    })
    expect(send).not.toHaveBeenCalled()
    stop()
  })
})
