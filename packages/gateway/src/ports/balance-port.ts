import type { ChainId, TokenBalance } from '@latchkey/protocol'

export interface BalanceRequest {
  readonly chain: ChainId
  /** Bare account address, valid on the chain. */
  readonly address: string
  /**
   * Tokens to read in addition to the known ones, each spelled as the chain family's function
   * `also` returns it.
   */
  readonly also?: readonly string[]
  readonly signal?: AbortSignal | undefined
}

/** Reads the balances of an account. */
export interface BalancePort {
  /**
   * The coin, listed tokens and discovered tokens of one chain, in this order; without prices.
   * @throws a refusal: 400 for a chain that cannot be read, 503 when no node gives a usable answer
   */
  read(request: BalanceRequest): Promise<readonly TokenBalance[]>
  /**
   * The amount of the chain's coin that an account can spend, in base units.
   * @throws a refusal, as `read`
   */
  coin(request: BalanceRequest): Promise<bigint>
}
