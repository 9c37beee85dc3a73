import type { ShownRequest } from '../../payload-hash.ts'
import type { WalletRecord } from '../../store/record.ts'
import type { CallNode } from '../requests/call-node.ts'
import type { PageRequest } from '../requests/page-request.ts'
import type { Vault } from '../vault.ts'
import type { SmartAccount } from './account.ts'
import { type SmartNode, smartNode } from './node.ts'

/** One request on an Ethereum-like chain, with what is needed to answer it. */
export interface SmartRequest {
  readonly vault: Vault
  readonly node: CallNode
  readonly asked: PageRequest
  readonly record: WalletRecord
  /** Undefined when the operator has not configured contract accounts on this chain. */
  readonly smart: SmartAccount | undefined
  readonly signal: AbortSignal
  /** Asks the visitor to approve what `make` makes for `account`, then has the worker sign it. */
  readonly approve: (
    account: string,
    make: () => Promise<ShownRequest>,
  ) => Promise<{ readonly shown: ShownRequest; readonly signed: unknown }>
  /**
   * For each account, resolves when the wait for its last operation has ended, with a receipt or a
   * failure. The next operation waits for this, because two at once would have the same nonce.
   */
  readonly settled: Map<string, Promise<unknown>>
  /** Ids of calls that this frame is handling now. */
  readonly taken: Set<string>
}

/** Node and bundler of a contract account, for the request that is being handled. */
export const smartNodeOf = (
  context: Pick<SmartRequest, 'vault' | 'node'>,
  smart: SmartAccount,
): SmartNode => smartNode(context.vault, smart, context.node)
