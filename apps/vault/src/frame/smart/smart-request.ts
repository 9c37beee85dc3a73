import type { ShownRequest } from '../../payload-hash.ts'
import type { WalletRecord } from '../../store/record.ts'
import type { CallNode } from '../requests/call-node.ts'
import type { PageRequest } from '../requests/page-request.ts'
import type { Vault } from '../vault.ts'
import type { SmartAccount } from './account.ts'
import { type SmartNode, smartNode } from './node.ts'

/** A page's request on an Ethereum-like chain, with everything that is needed to answer it. */
export interface SmartRequest {
  readonly vault: Vault
  readonly node: CallNode
  readonly asked: PageRequest
  readonly record: WalletRecord
  /**
   * The contract account; undefined when the operator has not configured contract accounts on this
   * chain.
   */
  readonly smart: SmartAccount | undefined
  readonly signal: AbortSignal
  /**
   * Asks the visitor to approve the request that `make` returns, then lets a worker sign it for
   * `account`.
   */
  readonly approve: (
    account: string,
    make: () => Promise<ShownRequest>,
  ) => Promise<{ readonly shown: ShownRequest; readonly signed: unknown }>
  /**
   * For each account, a promise that resolves when nothing waits any more for its last user
   * operation, whether it ended with a receipt or a failure. The next operation waits for it,
   * because two at once would have the same nonce.
   */
  readonly settled: Map<string, Promise<unknown>>
  /** Ids of the `wallet_sendCalls` requests that this frame is handling at present. */
  readonly taken: Set<string>
}

/** Makes the `SmartNode` of a contract account: its chain's node, bundler and sponsor. */
export const smartNodeOf = (
  context: Pick<SmartRequest, 'vault' | 'node'>,
  smart: SmartAccount,
): SmartNode => smartNode(context.vault, smart, context.node)
