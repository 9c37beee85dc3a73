import { connect, createKit, getConnection, type Kit } from '@latchkey/core'
import {
  answerSolana,
  type MockSolanaWallet,
  type MockSolanaWalletOptions,
  mockRelay,
  mockSolanaWallet,
  walletConnectWallet,
} from '@latchkey/testing'
import { walletconnect } from '@latchkey/walletconnect'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { expect, onTestFinished, vi } from 'vitest'
import { solanaLocal } from '../src/chains.ts'
import type { getTransactionSigner } from '../src/signer/get-transaction-signer.ts'
import { solana } from '../src/solana.ts'
import { legacyProvider } from './legacy-page.ts'

export interface SigningKit {
  readonly kit: Kit
  readonly wallet: MockSolanaWallet
}

/** A kit whose node is at `url`, and a page for wallets. */
function openKit(url: string, transports: Parameters<typeof createKit>[0]['transports'] = []) {
  const target = Object.assign(new EventTarget(), {} as Record<string, unknown>)
  const adapter = solana({ chains: [{ ...solanaLocal, rpcUrls: [url] }], page: target })
  const open = () => {
    const kit = createKit({ adapters: [adapter], transports, storage: null })
    onTestFinished(kit.subscribe(() => {}))
    return kit
  }
  return { target, open }
}

async function connectFirst(kit: Kit): Promise<void> {
  const [connector = ''] = Object.keys(kit.getState().connectors)
  await connect(kit, { connector })
}

/** A wallet that registers by Wallet Standard. */
export async function registeredWallet(
  url: string,
  options: MockSolanaWalletOptions = {},
): Promise<SigningKit> {
  const { target, open } = openKit(url)
  const wallet = mockSolanaWallet({ rpcUrl: url, ...options })
  wallet.install(target)
  const kit = open()
  await connectFirst(kit)
  return { kit, wallet }
}

/** A wallet of old, on `window`; it signs and never sends. */
export async function injectedWallet(url: string): Promise<SigningKit> {
  const { target, open } = openKit(url)
  const wallet = mockSolanaWallet()
  target.phantom = { solana: legacyProvider(wallet).provider }
  const kit = open()
  await connectFirst(kit)
  return { kit, wallet }
}

/** A wallet on a phone, over a relay. */
export async function phoneWallet(url: string): Promise<SigningKit> {
  const relay = mockRelay()
  vi.stubGlobal('WebSocket', relay.WebSocket)
  onTestFinished(() => void vi.unstubAllGlobals())
  const wallet = mockSolanaWallet({ isAuthorized: true, rpcUrl: url })
  const address = wallet.accounts[0]?.address ?? ''
  const phone = await walletConnectWallet({
    relays: ['ws://relay.test'],
    WebSocket: relay.WebSocket,
    accounts: [`${solanaLocal.id}:${address}`],
    sign: ({ method, params }) => answerSolana(wallet, { method, params }),
  })
  onTestFinished(() => phone.close())
  const relays = [{ url: 'ws://relay.test', projectId: 'demo' }]
  const kit = openKit(url, [walletconnect({ relays })]).open()
  await expect.poll(() => kit.getState().connectors.walletConnect).toBeDefined()
  const connecting = connect(kit, { connector: 'walletConnect' })
  const connection = () => getConnection(kit, { connector: 'walletConnect' })
  await expect.poll(connection).toMatchObject({ prompt: { kind: 'uri' } })
  await phone.pair((connection() as unknown as { prompt: { uri: string } }).prompt.uri)
  await connecting
  return { kit, wallet }
}

/** Sends one JSON-RPC request to a node. */
export async function askUrl(url: string, method: string, params: unknown = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return ((await (await fetch(url, { method: 'POST', body })).json()) as { result: unknown }).result
}

/** A transfer of SOL as a page with `@solana/kit` writes it, paid for by `signer`. */
export function transferMessage(
  signer: ReturnType<typeof getTransactionSigner>,
  {
    to,
    lamports,
    blockhash,
  }: { readonly to: string; readonly lamports: bigint; readonly blockhash: string },
) {
  const data = new Uint8Array(12)
  new DataView(data.buffer).setUint32(0, 2, true)
  new DataView(data.buffer).setBigUint64(4, lamports, true)
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 1000n }
  return pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(signer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) =>
      appendTransactionMessageInstruction(
        {
          programAddress: '11111111111111111111111111111111' as Address,
          accounts: [
            { address: signer.address, role: AccountRole.WRITABLE_SIGNER, signer },
            { address: to as Address, role: AccountRole.WRITABLE },
          ],
          data,
        },
        message,
      ),
  )
}
