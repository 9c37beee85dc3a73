import { type AccountId, addressOf, LatchkeyError } from '@latchkey/protocol'
import { base58 } from '../base58.ts'
import { isSameBytes, readBytes } from '../bytes.ts'
import { ask, type StandardWallet } from '../standard-wallet.ts'

/**
 * `solana:signMessage`: base58 of the signature over exactly these bytes.
 * Throws `account-missing`, `feature-unsupported`, `wallet-answer-invalid`.
 */
export async function signMessage(
  wallet: StandardWallet,
  rawOf: (address: string) => object,
  parameters: {
    readonly account: AccountId
    readonly message: string | Uint8Array
    readonly signal: AbortSignal
  },
): Promise<{ readonly signature: string }> {
  const { account, message, signal } = parameters
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message
  const input = { account: rawOf(addressOf(account)), message: bytes.slice() }
  const { signedMessage, signature } = firstOf(await ask(wallet, 'solana:signMessage', input, signal))
  const signed = readBytes(signature, 64)
  const told = readBytes(signedMessage)
  // A wallet may put something around the bytes; then the signature is none of them.
  if (!signed || !told || !isSameBytes(told, bytes))
    throw new LatchkeyError('wallet-answer-invalid', { reason: 'solana:signMessage answered no signature of it' })
  return { signature: base58(signed) }
}

/** The only element of what a feature answered, as an object that throws nothing. */
export function firstOf(answer: unknown): Readonly<Record<string, unknown>> {
  try {
    const [first] = Array.isArray(answer) ? answer : []
    return { ...first }
  } catch {
    return {}
  }
}
