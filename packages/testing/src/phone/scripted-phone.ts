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

/** Keys and chains of a simulated mobile wallet, and the relay that it uses. */
export interface ScriptedPhoneOptions {
  /** The WalletConnect relay that the page uses too: `mockRelay()`, or the URL of a real relay. */
  readonly relay: { readonly url: string; readonly WebSocket?: typeof globalThis.WebSocket }
  /** Name by which the wallet presents itself to the page; default "Test Phone". */
  readonly name?: string
  /**
   * CAIP-2 ids of the chains that the wallet supports; it grants those of them that the page asks
   * for. Default: Ethereum, the local chain 31337, Solana's mainnet and the local Solana chain.
   */
  readonly chains?: readonly ChainId[]
  /** Private keys for Ethereum-like chains; default: the devnet's first account. */
  readonly keys?: readonly Hex[]
  /** Ed25519 seeds of 32 bytes for Solana; default: the devnet's first account. */
  readonly seeds?: readonly Uint8Array[]
  /**
   * JSON-RPC URLs by chain, to which the wallet sends transactions. On other chains it sends
   * nothing, and answers a made-up hash.
   */
  readonly rpcUrls?: Readonly<Record<ChainId, string>>
  /**
   * Answers requests on chains that are neither EVM nor Solana. Without this function such requests
   * fail.
   */
  readonly sign?: (request: PhoneRequest) => unknown
}

/** A request that the page sent to the mobile wallet. */
export interface PhoneRequest {
  readonly chain: ChainId
  readonly method: string
  readonly params: unknown
}

/** The controls of a simulated mobile wallet, which a page reaches by WalletConnect. */
export interface ScriptedPhone {
  /** Every JSON-RPC request of the page, in order, without session proposals and pings. */
  readonly requests: readonly PhoneRequest[]
  /** CAIP-10 ids of the accounts that the wallet can grant. */
  readonly accounts: readonly AccountId[]
  /**
   * Simulates scanning a QR code: joins the pairing of a `wc:` link, and handles the page's session
   * proposal.
   */
  scan(link: string): Promise<void>
  /**
   * Sets how session proposals and requests are handled from now on; with `method`, only those of
   * this method.
   */
  behave(behavior: WalletConnectBehavior, method?: string): void
  /** Rejects the next session proposal or request; with `method`, the next one of this method. */
  rejectNext(method?: string): void
  /**
   * Handles the oldest hanging request with `behavior`; resolves to false when no request hangs.
   */
  release(behavior?: WalletConnectBehavior): Promise<boolean>
  /** Number of approved sessions that have not ended. */
  countSessions(): number
  /** Simulates that the user switches to another chain of the latest session. */
  selectChain(chain: ChainId): Promise<void>
  /** Simulates that the user ends the latest session in the wallet. */
  disconnect(): Promise<void>
  /**
   * Simulates that the wallet app goes to the background: its socket closes, but its state is kept.
   */
  sleep(): void
  wake(): Promise<void>
  /** Closes the wallet's connections; call it at the end of the test. */
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
 * Creates a simulated mobile wallet, which scans `wc:` links, approves or rejects, and signs with
 * real keys.
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
