import { type AccountId, addressOf, chainOf, LatchkeyError } from '@latchkey/protocol'
import { sha256 } from '@noble/hashes/sha2'
import { checkSignature } from '../encoding/signature.ts'
import type { Wire } from '../wire.ts'

/**
 * Requests `stx_signMessage`; the answer is accepted only when the account's own key has signed
 * exactly that text. Throws `wallet-answer-invalid`.
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
  const text =
    typeof message === 'string'
      ? message
      : new TextDecoder('utf-8', { fatal: true }).decode(message)
  const publicKey = wire.publicKeyOf(address)
  const answer = await wire.ask(
    'stx_signMessage',
    { message: text, ...(publicKey && /^0[23]/.test(publicKey) && { publicKey }) },
    { chain: chainOf(account), signal },
  )
  const signature = answer.signature.replace(/^0x/, '').toLowerCase()
  checkSignature({ address, hash: messageHash(text), signature, publicKey: answer.publicKey })
  return { signature }
}

/** The signed hash of a text: prefix, length (in Bitcoin's format) and text, hashed once. */
export function messageHash(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  if (bytes.length > 0xffffffff)
    throw new LatchkeyError('rpc-invalid-params', { reason: 'the message is too long' })
  const prefix = new TextEncoder().encode('\x17Stacks Signed Message:\n')
  return sha256(Uint8Array.from([...prefix, ...encodeCount(bytes.length), ...bytes]))
}

function encodeCount(length: number): readonly number[] {
  const encodeLength = (count: number) =>
    Array.from({ length: count }, (_, i) => (length / 2 ** (8 * i)) & 255)
  if (length < 0xfd) return [length]
  return length <= 0xffff ? [0xfd, ...encodeLength(2)] : [0xfe, ...encodeLength(4)]
}
