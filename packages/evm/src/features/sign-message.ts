import { type AccountId, LatchkeyError } from '@latchkey/protocol'
import { addressOfAccount } from '../encoding/account.ts'
import { bytesToHex, isHex } from '../encoding/hex.ts'
import type { Wire } from '../wire.ts'

/**
 * Asks the wallet for a signature by `personal_sign` (EIP-191) with the given account, whichever
 * account the wallet shows. Throws `wallet-answer-invalid`.
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
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const chain = account.slice(0, account.lastIndexOf(':')) as `${string}:${string}`
  const signature = await wire.ask(
    'personal_sign',
    [bytesToHex(bytes), addressOfAccount(account)],
    {
      chain,
      signal,
    },
  )
  // Signatures of contract accounts are long; none is above 64 KiB.
  if (!isHex(signature) || signature.length < 4 || signature.length > 131_074)
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'personal_sign answered no signature',
    })
  return { signature }
}
