import type { ChainId, TokenBalance } from '@latchkey/protocol'

/** Reads what an account holds. */
export interface BalancePort {
  /**
   * Coin and listed tokens of one chain.
   * @param address - bare, valid on the chain
   * @throws a refusal: 400 for a chain that cannot be read, 503 when no node answers
   */
  read(chain: ChainId, address: string, signal?: AbortSignal): Promise<readonly TokenBalance[]>
}
