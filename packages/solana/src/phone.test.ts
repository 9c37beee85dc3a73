import {
  connect,
  createKit,
  disconnect,
  getAccount,
  getConnection,
  signMessage,
} from '@latchkey/core'
import { answerSolana, mockRelay, mockSolanaWallet, walletConnectWallet } from '@latchkey/testing'
import { walletconnect } from '@latchkey/walletconnect'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isProof, local, main, page } from '../test/fixture.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A page and a phone with a Solana wallet on it, and a relay between them. */
async function scene() {
  const relay = mockRelay()
  vi.stubGlobal('WebSocket', relay.WebSocket)
  const relays = [{ url: 'ws://relay.test', projectId: 'demo' }]
  const keys = mockSolanaWallet({ isAuthorized: true })
  const [account] = keys.accounts
  if (!account) throw new Error('no account')
  const phone = await walletConnectWallet({
    relays: ['ws://relay.test'],
    WebSocket: relay.WebSocket,
    accounts: [local, main].map(({ id }) => `${id}:${account.address}` as const),
    sign: ({ method, params }) => answerSolana(keys, { method, params }),
  })
  onTestFinished(() => phone.close())
  const entries = new Map<string, string>()
  const kit = createKit({
    id: 'shop',
    adapters: [page().adapter],
    transports: [walletconnect({ relays })],
    storage: {
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: (key) => void entries.delete(key),
    },
    metadata: { name: 'Shop' },
  })
  onTestFinished(kit.subscribe(() => {}))
  await expect.poll(() => kit.getState().connectors.walletConnect).toBeDefined()
  const connecting = connect(kit, { connector: 'walletConnect' })
  const connectionNow = () => getConnection(kit, { connector: 'walletConnect' })
  await expect.poll(connectionNow).toMatchObject({ status: 'connecting', prompt: { kind: 'uri' } })
  await phone.pair((connectionNow() as unknown as { prompt: { uri: string } }).prompt.uri)
  await connecting
  return { kit, phone, keys, address: account.address }
}

describe('a phone', () => {
  test('default: connected, signed with, declined and left', async () => {
    const { kit, phone, address } = await scene()
    expect(getAccount(kit)).toMatchObject({ account: `${local.id}:${address}` })
    const proposal = phone.heard.find(({ method }) => method === 'wc_sessionPropose')
    expect(JSON.stringify(proposal?.params)).toContain('solana_signAllTransactions')
    const { signature } = await signMessage(kit, { message: 'Grüße' })
    expect(isProof(address, 'Grüße', signature)).toBe(true)
    phone.behave('reject', 'solana_signMessage')
    await expect(signMessage(kit, { message: 'Hi' })).rejects.toMatchObject({
      code: 'user-rejected',
    })
    phone.behave({ lie: { signature: '1'.repeat(64) } }, 'solana_signMessage')
    await expect(signMessage(kit, { message: 'Hi' })).rejects.toMatchObject({
      code: 'wallet-answer-invalid',
    })
    await disconnect(kit)
    await expect.poll(() => phone.sessions()).toHaveLength(0)
  })
})
