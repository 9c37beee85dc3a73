import type { AccountId, ChainId } from '@latchkey/protocol'
import type { Hex } from 'viem'
import { type ChainReference, chainNumber } from '../evm/mock-chain.ts'
import { mockEvmWallet } from '../evm/mock-evm-wallet.ts'
import { devnetKeys } from '../parts/devnet-keys.ts'
import type { MockEvmWallet } from '../parts/mock-wallet.ts'
import { mockSolanaWallet } from '../solana/mock-solana-wallet.ts'
import { answerSolana } from '../solana/session.ts'
import type { WalletConnectBehavior } from '../walletconnect/behavior.ts'
import { walletConnectWallet } from '../walletconnect/walletconnect-wallet.ts'
import { fromHex } from '../wbip/bytes.ts'

/** What a scripted phone holds, and where it listens. */
export interface ScriptedPhoneOptions {
  /** The relay that the page uses too: `mockRelay()`, or the address of a real one. */
  readonly relay: { readonly url: string; readonly WebSocket?: typeof globalThis.WebSocket }
  /** Name that the page shows; default "Test Phone". */
  readonly name?: string
  /**
   * Chains of which it grants those that the page asks for, as CAIP-2; default: Ethereum, the local
   * chain 31337, Solana's mainnet and the local Solana chain.
   */
  readonly chains?: readonly ChainId[]
  /** Private keys for Ethereum-like chains; default: the devnet's first account. */
  readonly keys?: readonly Hex[]
  /** Ed25519 seeds of 32 bytes for Solana; default: the devnet's first account. */
  readonly seeds?: readonly Uint8Array[]
  /** JSON-RPC addresses that get what it sends, by chain; elsewhere a hash is made up. */
  readonly rpcUrls?: Readonly<Record<ChainId, string>>
  /** Answers requests on chains of other families; default: it refuses them. */
  readonly sign?: (request: PhoneRequest) => unknown
}

/** A request that the page sent to the phone. */
export interface PhoneRequest {
  readonly chain: ChainId
  readonly method: string
  readonly params: unknown
}

/** A wallet on a phone, played by a test. */
export interface ScriptedPhone {
  /** Every request of the page, in order; neither proposals nor pings. */
  readonly requests: readonly PhoneRequest[]
  /** Accounts that it can grant, CAIP-10. */
  readonly accounts: readonly AccountId[]
  /** Scans a code: joins the pairing of a `wc:` link, and handles the proposal that waits there. */
  scan(link: string): Promise<void>
  /** Sets how proposals and requests are handled from now on, or those of one method. */
  behave(behavior: WalletConnectBehavior, method?: string): void
  /** Rejects the next proposal or request, or the next of one method. */
  rejectNext(method?: string): void
  /** Handles the oldest hanging request; false when there is none. */
  release(behavior?: WalletConnectBehavior): Promise<boolean>
  /** Number of sessions that are approved and not ended. */
  countSessions(): number
  /** The user switches the wallet to another chain of the latest session. */
  selectChain(chain: ChainId): Promise<void>
  /** The user ends the latest session on the phone. */
  disconnect(): Promise<void>
  /** The phone's wallet goes to the background: no socket, all state kept. */
  sleep(): void
  wake(): Promise<void>
  /** Ends the phone; call it when the test is over. */
  close(): void
}

const solanaMain: ChainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const defaultChains: readonly ChainId[] = [
  'eip155:1',
  'eip155:31337',
  solanaMain,
  'solana:localnet',
]

/**
 * A phone that scans a `wc:` link, approves or rejects, and signs with real keys.
 * @example
 * ```ts
 * const relay = mockRelay()
 * const phone = await scriptedPhone({ relay, chains: ['eip155:31337'] })
 * phone.rejectNext('personal_sign')
 * ```
 */
export async function scriptedPhone(options: ScriptedPhoneOptions): Promise<ScriptedPhone> {
  const { relay, chains = defaultChains, name = 'Test Phone', rpcUrls = {} } = options
  const keys = options.keys ?? devnetKeys.evm.slice(0, 1)
  const seeds = options.seeds ?? devnetKeys.solana.slice(0, 1).map(fromHex)
  const solanaChain = chains.find((chain) => chain.startsWith('solana:') && rpcUrls[chain])
  const solanaUrl = solanaChain && rpcUrls[solanaChain]
  const solana = mockSolanaWallet({
    seeds,
    isAuthorized: true,
    ...(solanaUrl !== undefined && { rpcUrl: solanaUrl }),
  })
  const evmWallets = new Map<ChainId, MockEvmWallet>(
    chains.filter(isEvmChain).map((chain) => {
      const rpcUrl = rpcUrls[chain]
      const number = chainNumber(chain as ChainReference)
      const more = rpcUrl === undefined ? {} : { rpcUrl }
      return [chain, mockEvmWallet({ accounts: keys, chain: number, isAuthorized: true, ...more })]
    }),
  )
  const addressesOn = (chain: ChainId): readonly string[] => {
    if (chain.startsWith('solana:')) return solana.addresses()
    return evmWallets.get(chain)?.addresses() ?? []
  }
  const accounts = chains.flatMap((chain) =>
    addressesOn(chain).map((address): AccountId => `${chain}:${address}`),
  )
  const requests: PhoneRequest[] = []
  const signRequest = (request: PhoneRequest): unknown => {
    const { chain, method, params } = request
    if (chain.startsWith('solana:')) return answerSolana(solana, { method, params })
    const evmWallet = evmWallets.get(chain)
    if (evmWallet) return evmWallet.provider.request({ method, params })
    if (options.sign) return options.sign(request)
    throw Object.assign(new Error(`The phone has no account on ${chain}.`), { code: 5100 })
  }
  const wallet = await walletConnectWallet({
    relays: [relay.url],
    ...(relay.WebSocket && { WebSocket: relay.WebSocket }),
    accounts,
    metadata: { name, description: '', url: 'https://phone.test', icons: [] },
    sign: signRequest,
    onRequest: (request) => requests.push(request),
  })
  return {
    requests,
    accounts,
    scan: wallet.pair,
    behave: wallet.behave,
    rejectNext: (method) => wallet.behaveOnce('reject', method),
    release: wallet.release,
    countSessions: () => wallet.sessions().length,
    selectChain: (chain) =>
      wallet.emit(chain, 'chainChanged', chainNumber(chain as ChainReference)),
    disconnect: wallet.end,
    sleep: wallet.sleep,
    wake: wallet.wake,
    close: wallet.close,
  }
}

function isEvmChain(chain: ChainId): boolean {
  return chain.startsWith('eip155:')
}
