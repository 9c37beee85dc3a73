import { type AccountId, addressOf, chainOf, LatchkeyError } from '@latchkey/protocol'
import { base58 } from '../encoding/base58.ts'
import { isSignature } from '../encoding/is-signature.ts'
import type { Wire } from '../wire.ts'

/**
 * The wallet's signature in base58, accepted only when it is valid for exactly the given bytes.
 * Throws `account-missing`, `feature-unsupported`, `wallet-answer-invalid`.
 */
export async function signMessage(
  wire: Wire,
  parameters: {
    readonly account: AccountId
    readonly message: string | Uint8Array
    readonly signal: AbortSignal
  },
): Promise<{ readonly signature: string }> {
  const { account, message, signal } = parameters
  const address = addressOf(account)
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const signature = await wire.signMessage({
    address,
    chain: chainOf(account),
    message: bytes,
    signal,
  })
  if (!(await isSignature(address, bytes, signature)))
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'the wallet answered no signature of this message',
    })
  return { signature: base58(signature) }
}
