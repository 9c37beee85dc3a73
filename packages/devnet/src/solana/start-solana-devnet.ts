import { startJsonRpcFront } from './json-rpc-front.ts'

/** A running Solana devnet. */
export interface SolanaDevnet {
  /** JSON-RPC address on loopback. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts a Solana ledger in this process behind JSON-RPC on loopback; each transaction is a block, at once and final.
 * `port` 0 (the default) lets the system choose; `funded` accounts (base58) have 100 SOL.
 */
export async function startSolanaDevnet(
  options: { readonly port?: number; readonly funded?: readonly string[] } = {},
): Promise<SolanaDevnet> {
  // With a native module behind it: who starts no ledger does not load it.
  const { openLedger } = await import('./ledger.ts')
  const ledger = openLedger(options.funded ?? [])
  return startJsonRpcFront(ledger, options.port ?? 0)
}
