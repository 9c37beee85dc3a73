import type { Asset } from '@latchkey/protocol'
import { startJsonRpcFront } from './json-rpc-front.ts'
import { deriveSolanaAccounts, type SolanaAccount } from './solana-accounts.ts'
import { solanaDevnetTokens } from './solana-chain.ts'
import { openSubscriptionSockets } from './subscription-sockets.ts'

/** A running Solana devnet. */
export interface SolanaDevnet {
  /** URL of the devnet's JSON-RPC on loopback. */
  readonly url: string
  /** URL of the web-socket subscriptions, on the same port as JSON-RPC. */
  readonly socketUrl: string
  /** Ten accounts, each with 100 SOL and a million of each token. */
  readonly accounts: readonly SolanaAccount[]
  /** The two tokens of the devnet: one of the Token program, one of Token-2022. */
  readonly tokens: readonly [Asset, Asset]
  stop(): Promise<void>
}

/**
 * Starts a Solana ledger in this process behind JSON-RPC on loopback; each transaction is a block,
 * final at once. `port` 0 (the default) lets the operating system choose; `funded` accounts
 * (base58) get the same balances as the ten of the mnemonic.
 */
export async function startSolanaDevnet(
  options: { readonly port?: number; readonly funded?: readonly string[] } = {},
): Promise<SolanaDevnet> {
  // The ledger has a native module, so it is loaded only when a devnet starts.
  const { openLedger } = await import('./ledger.ts')
  const accounts = deriveSolanaAccounts()
  const ledger = await openLedger([
    ...accounts.map(({ address }) => address),
    ...(options.funded ?? []),
  ])
  const sockets = openSubscriptionSockets(ledger)
  const { url, stop } = await startJsonRpcFront(ledger.methods, sockets, options.port ?? 0)
  const socketUrl = url.replace('http:', 'ws:')
  return { url, socketUrl, accounts, tokens: solanaDevnetTokens, stop }
}
