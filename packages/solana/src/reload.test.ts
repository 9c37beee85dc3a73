import { connect, createKit, getConnection } from '@latchkey/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { page } from '../test/fixture.ts'

/** A page that has been connected, and how it is loaded again. */
async function scene() {
  const { target, wallet, adapter } = page()
  wallet.install(target)
  const entries = new Map<string, string>()
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  }
  const load = () => {
    const kit = createKit({ id: 'shop', adapters: [adapter], storage })
    const stop = kit.subscribe(() => {})
    onTestFinished(stop)
    return { kit, stop }
  }
  const first = load()
  const [connector = ''] = Object.keys(first.kit.getState().connectors)
  await connect(first.kit, { connector })
  first.stop()
  wallet.requests.splice(0)
  return {
    wallet,
    load,
    statusOf: (kit: typeof first.kit) => getConnection(kit, { connector }).status,
  }
}
const silently = { method: 'standard:connect', params: [{ silent: true }] }

describe('a page that is loaded again', () => {
  test('default: only a silent question is asked, and the connection stands', async () => {
    const { wallet, load, statusOf } = await scene()
    const { kit } = load()
    await expect.poll(() => statusOf(kit)).toBe('connected')
    expect(wallet.requests).toEqual([silently])
    expect(wallet.prompts()).toBe(0)
  })

  test('behavior: what was taken back is not asked for, and nothing stands', async () => {
    const { wallet, load, statusOf } = await scene()
    // The person did so while no page was there to hear of it.
    wallet.behave({ lie: { accounts: [] } }, 'standard:connect')
    const { kit } = load()
    await expect.poll(() => [statusOf(kit), wallet.requests.length]).toEqual(['idle', 1])
    expect(wallet.requests).toEqual([silently])
    expect(wallet.prompts()).toBe(0)
  })

  test('behavior: a wallet that declines the silent question is asked no other', async () => {
    const { wallet, load, statusOf } = await scene()
    wallet.behave('reject', 'standard:connect')
    const { kit } = load()
    await expect.poll(() => wallet.requests.length).toBe(1)
    await expect.poll(() => statusOf(kit)).not.toBe('connected')
    expect(wallet.requests).toEqual([silently])
  })
})
