import type { ChainId } from '@latchkey/protocol'

/** A page's request to the wallet. */
export interface PageRequest {
  readonly chain: ChainId
  readonly method: string
  readonly params: unknown
}
