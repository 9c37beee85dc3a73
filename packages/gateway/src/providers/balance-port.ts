import type { ChainId, TokenBalance } from '@latchkey/protocol'
import type { Hex } from 'viem'

export interface BalanceAsk {
  readonly chain: ChainId
  /** Bare, valid on the chain. */
  readonly address: string
  /** Contracts to look at beside the known ones. */
  readonly also?: readonly Hex[]
  readonly signal?: AbortSignal | undefined
}

/** Reads what an account holds. */
export interface BalancePort {
  /**
   * Coin, listed and discovered tokens of one chain, in this order; prices are not known here.
   * @throws a refusal: 400 for a chain that cannot be read, 503 when no node answers as it should
   */
  read(ask: BalanceAsk): Promise<readonly TokenBalance[]>
}
