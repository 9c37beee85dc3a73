import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, createKit, type Kit, type Proof, prepareConnect } from '@latchkey/core'
import { accounts, devnetChain, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import { evm } from '@latchkey/evm'
import { walletconnect } from '@latchkey/walletconnect'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type GatewayProcess, startProcess } from '../../packages/gateway/src/test/start-process.ts'
import { type Stranger, startStranger } from './start-stranger.ts'

export const [ada, grace] = accounts
export const adaSigner = mnemonicToAccount(
  'test test test test test test test test test test test junk',
)
export const folder = mkdtempSync(join(tmpdir(), 'latchkey-page-'))
export const made = {} as {
  gateway: GatewayProcess
  port: string
  devnet: EvmDevnet
  wallet: Stranger
  unhandled: unknown[]
}
export const relay = (): string => `ws://127.0.0.1:${made.port}`
const note = (reason: unknown): void => void made.unhandled.push(reason)

export type Signing = { readonly nonce: string; readonly proofs: Proof[] }
/** @param universal the page's own address, for link mode */
export function load(signing?: Signing, universal?: string): Kit {
  const chains = [
    devnetChain(made.devnet.url),
    { ...devnetChain(made.devnet.url), id: 'eip155:10' as const },
  ]
  const kit = createKit({
    adapters: [evm({ chains })],
    transports: [
      walletconnect({ relays: [{ url: relay() }], ...(universal && { linkMode: { universal } }) }),
    ],
    metadata: { name: 'Shop', description: 'Sells', url: 'https://shop.example', icons: [] },
    storage: null,
    ...(signing && {
      signIn: {
        provider: {
          challenge: async () => ({
            domain: 'shop.example',
            uri: 'https://shop.example/in',
            nonce: signing.nonce,
            issuedAt: new Date().toISOString(),
          }),
          verify: async (proof) => {
            signing.proofs.push(proof)
            return { accounts: [proof.account] }
          },
          session: async () => null,
          signOut: async () => {},
        },
      },
    }),
  })
  kit.subscribe(() => undefined)
  return kit
}
export const grantOf = (...addresses: readonly string[]) => ({
  eip155: {
    chains: ['eip155:31337', 'eip155:10'],
    accounts: addresses.flatMap((address) => [`eip155:31337:${address}`, `eip155:10:${address}`]),
    methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    events: ['chainChanged', 'accountsChanged'],
  },
})
export interface Proposal {
  readonly id: number
  readonly params: {
    readonly requiredNamespaces: unknown
    readonly optionalNamespaces: Readonly<Record<string, { readonly chains: readonly string[] }>>
    readonly proposer: { readonly metadata: { readonly name: string; readonly url: string } }
  }
}
export interface Asked {
  readonly id: number
  readonly topic: string
  readonly params: {
    readonly chainId: string
    readonly request: { readonly method: string; readonly params: unknown[] }
  }
}

/** Starts a connection and passes its link to the stranger. */
export async function propose(kit: Kit, signIn = false) {
  await vi.waitFor(() => expect(kit.getState().connectors.walletConnect).toBeDefined())
  const prompt = await prepareConnect(kit, { connector: 'walletConnect', signIn })
  const connected = connect(kit, { connector: 'walletConnect', signIn })
  connected.catch(() => undefined)
  await vi.waitFor(() => {
    const connection = kit.getState().connections.walletConnect
    expect(connection?.status === 'connecting' && connection.prompt).toEqual(prompt)
  })
  if (prompt?.kind !== 'uri') throw new Error('no link')
  await made.wallet.call('pair', { uri: prompt.uri })
  return { connected, uri: prompt.uri }
}

export async function settle(kit: Kit, ...addresses: readonly string[]): Promise<string> {
  const { connected } = await propose(kit)
  const { id } = await made.wallet.take<Proposal>('session_proposal')
  const { topic } = await made.wallet.call<{ topic: string }>('approve', {
    id,
    namespaces: grantOf(...addresses),
  })
  await made.wallet.take('acknowledged')
  await connected
  return topic
}
export const respond = ({ id, topic }: Asked, answer: object) =>
  made.wallet.call('respond', { topic, response: { id, jsonrpc: '2.0', ...answer } })

/**
 * Starts relay, chain and a new wallet for each test of the file; checks that no foreign host is
 * contacted and no rejection unhandled.
 */
export function withWorld(): void {
  beforeAll(async () => {
    vi.stubGlobal('WebSocket', WebSocket)
    made.unhandled = []
    process.on('unhandledRejection', note)
    made.gateway = await startProcess(join(folder, 'data'))
    made.port = new URL(made.gateway.url).port
    made.devnet = await startEvmDevnet()
  })
  beforeEach(async () => {
    made.wallet = await startStranger({
      role: 'wallet',
      relay: relay(),
      storage: join(folder, `${Math.random()}`),
    })
  })
  afterEach(async () => {
    expect(made.wallet.events.filter(({ event }) => event === 'foreign-host')).toEqual([])
    expect(made.unhandled).toEqual([])
    await made.wallet.kill()
  })
  afterAll(async () => {
    process.off('unhandledRejection', note)
    await made.gateway?.kill()
    await made.devnet?.stop()
    rmSync(folder, { recursive: true, force: true })
    vi.unstubAllGlobals()
  })
}

export async function rpc(method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(made.devnet.url, { method: 'POST', headers, body })
  return ((await response.json()) as { result?: unknown }).result
}
