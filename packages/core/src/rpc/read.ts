import { type Chain, LatchkeyError } from '@latchkey/protocol'
import type { Kit } from '../kit.ts'
export async function read(
  _kit: Kit,
  {
    method,
  }: {
    readonly chain: Chain
    readonly method: string
    readonly params?: unknown
    readonly signal?: AbortSignal | undefined
  },
): Promise<unknown> {
  throw new LatchkeyError('read-unavailable', { reason: method })
}
