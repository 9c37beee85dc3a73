import {
  connect,
  createKit,
  getAccount,
  getConnection,
  type Kit,
  signMessage,
} from '@latchkey/core'
import { evm } from '@latchkey/evm'
import type { Chain } from '@latchkey/protocol'
import { solana } from '@latchkey/solana'
import { walletconnect } from '@latchkey/walletconnect'
import { verifyMessage } from 'viem'
import { describe, onTestFinished } from 'vitest'
import { expect, test } from './index.ts'

const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const chain: Chain = {
  id: 'eip155:31337',
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['http://127.0.0.1:1'],
}
const solanaChain: Chain = { ...chain, id: 'solana:localnet' }

function open(page: EventTarget, relayUrl?: string): Kit {
  const kit = createKit({
    id: 'shop',
    adapters: [evm({ chains: [chain], page }), solana({ chains: [solanaChain], page })],
    ...(relayUrl && { transports: [walletconnect({ relays: [{ url: relayUrl }] })] }),
    storage: null,
  })
  onTestFinished(kit.subscribe(() => undefined))
  return kit
}
const evmId = 'announced:test.mock.wallet'
const solanaId = 'standard:solana:Mock%20Solana%20Wallet'
/** Modules that a kit loads when they are needed take their time on a busy machine. */
const patience = { timeout: 10_000 }

describe('test', { timeout: 30_000 }, () => {
  test('default', async ({ page, wallet }) => {
    const kit = open(page)
    expect(kit.getState().connectors[evmId]).toBeDefined()
    wallet.behaveOnce('reject')
    await expect(connect(kit, { connector: evmId })).rejects.toMatchObject({
      code: 'connection-rejected',
    })
    await connect(kit, { connector: evmId })
    expect(getAccount(kit)).toMatchObject({ status: 'connected', address: ada })
    const { signature } = await signMessage(kit, { message: 'hi' })
    const proof = { address: ada, message: 'hi', signature: signature as `0x${string}` } as const
    expect(await verifyMessage(proof)).toBe(true)
  })

  test('behavior: only what a test names is installed', async ({ page, solanaWallet }) => {
    const kit = open(page)
    await expect.poll(() => kit.getState().connectors[solanaId], patience).toBeDefined()
    expect(kit.getState().connectors[evmId]).toBeUndefined()
    await connect(kit, { connector: solanaId })
    expect(getAccount(kit)).toMatchObject({ address: solanaWallet.addresses()[0] })
    solanaWallet.lock()
    await expect.poll(() => getAccount(kit).status, patience).not.toBe('connected')
  })

  test('behavior: a phone scans, refuses, approves and signs without a network', async ({
    page,
    relay,
    phone,
  }) => {
    const kit = open(page, relay.url)
    const connection = () => getConnection(kit, { connector: 'walletConnect' })
    const scanNext = async () => {
      await expect.poll(connection, patience).toMatchObject({ prompt: { kind: 'uri' } })
      await phone.scan((connection() as { prompt: { uri: string } }).prompt.uri)
    }
    await expect.poll(() => kit.getState().connectors.walletConnect, patience).toBeDefined()
    phone.rejectNext()
    const refused = connect(kit, { connector: 'walletConnect' })
    refused.catch(() => undefined)
    await scanNext()
    await expect(refused).rejects.toMatchObject({ code: 'connection-rejected' })
    const approved = connect(kit, { connector: 'walletConnect' })
    await scanNext()
    await approved
    expect(phone.countSessions()).toBe(1)
    const { signature } = await signMessage(kit, { message: 'hi' })
    const proof = { address: ada, message: 'hi', signature: signature as `0x${string}` } as const
    expect(await verifyMessage(proof)).toBe(true)
    expect(phone.requests).toMatchObject([{ chain: chain.id, method: 'personal_sign' }])
    await phone.disconnect()
    await expect.poll(() => connection().status, patience).not.toBe('connected')
  })
})
