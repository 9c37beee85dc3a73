import type { ChainId, TokenBalance } from '@latchkey/protocol'

export interface BalanceAsk {
  readonly chain: ChainId
  /** Bare, valid on the chain. */
  readonly address: string
  /** Tokens to look at beside the known ones, as the family's `also` reads them. */
  readonly also?: readonly string[]
  readonly signal?: AbortSignal | undefined
}

/** Reads what an account holds. */
export interface BalancePort {
  /**
   * Coin, listed and discovered tokens of one chain, in this order; prices are not known here.
   * @throws a refusal: 400 for a chain that cannot be read, 503 when no node answers as it should
   */
  read(ask: BalanceAsk): Promise<readonly TokenBalance[]>
  /**
   * What an account can spend of the coin, base units.
   * @throws a refusal, as `read`
   */
  coin(ask: BalanceAsk): Promise<bigint>
}
