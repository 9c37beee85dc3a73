import { LatchkeyError } from '@latchkey/protocol'
import { isAddress, isSameAddress } from '../../../encoding/address.ts'
import { isHash, isHex } from '../../../encoding/hex.ts'
import type { SafeInfo } from '../answers/read-safe-info.ts'
import { poll, rpcError, type SafeContext } from './safe-context.ts'

/**
 * Answers `personal_sign`: waits until enough owners have signed the text (without a transaction on
 * the chain), and returns their signatures, which the Safe's contract accepts (EIP-1271). Bytes
 * that are not UTF-8 are refused, because the Safe app would have the owners sign another text.
 */
export async function signText(context: SafeContext, params: unknown): Promise<unknown> {
  const [message, account] = Array.isArray(params) ? params : []
  checkAccount(context, account)
  if (!isHex(message) || !isUtf8(message)) throw rpcError(-32602, 'The message is no text.')
  const { hashMessage } = await import('viem')
  return signHash(context, hashMessage({ raw: message }), () =>
    // The text is sent in hex, which the Safe app turns back into the text. Sent as it is, a text
    // that looks like hex would be turned into other bytes.
    context.ask('signMessage', { message }),
  )
}

/** Answers `eth_signTypedData_v4` (EIP-712) in the same way as `signText`. */
export async function signTypedData(context: SafeContext, params: unknown): Promise<unknown> {
  const [account, json] = Array.isArray(params) ? params : []
  checkAccount(context, account)
  const { hashTypedData } = await import('viem')
  const typedData = typeof json === 'string' ? JSON.parse(json) : json
  return signHash(context, hashTypedData(typedData), () =>
    context.ask('signTypedMessage', { typedData }),
  )
}

/**
 * Has the owners sign a hash, and checks that the Safe app asks them for this hash and no other.
 * What they sign is an EIP-712 message of the Safe's contract that contains the hash.
 */
async function signHash(
  context: SafeContext,
  dataHash: `0x${string}`,
  askOwners: () => Promise<unknown>,
): Promise<unknown> {
  await context.ask('rpcCall', { call: 'safe_setSettings', params: [{ offChainSigning: true }] })
  const { messageHash } = ((await askOwners()) ?? {}) as { readonly messageHash?: unknown }
  if (messageHash === undefined)
    throw new LatchkeyError('feature-unsupported', {
      reason: 'this Safe signs messages by transactions only',
    })
  const hashes = await hashesOfMessage(context.info, dataHash)
  if (!isHash(messageHash) || !hashes.includes(messageHash.toLowerCase()))
    throw new LatchkeyError('wallet-answer-invalid', {
      reason: 'the Safe app has the owners sign another message',
    })
  return poll(async () => {
    const signature = await context
      .ask('getOffChainSignature', messageHash)
      // Before the first owner has signed, the Safe app may answer with an error, because it does
      // not know the message yet.
      .catch(() => undefined)
    return isHex(signature) && signature.length > 2 ? signature : undefined
  }, context.signal)
}

/**
 * Returns the two hashes that the owners of this Safe may have to sign for a message: one with the
 * chain in the EIP-712 domain, and one without it, which Safes before version 1.3.0 use.
 */
async function hashesOfMessage(
  { address, chainId }: SafeInfo,
  message: `0x${string}`,
): Promise<readonly string[]> {
  const { hashTypedData } = await import('viem')
  const types = { SafeMessage: [{ name: 'message', type: 'bytes' }] } as const
  // viem refuses an address whose capital letters are a wrong checksum, so the address is given in
  // lower case.
  const verifyingContract = address.toLowerCase() as `0x${string}`
  return [{ chainId, verifyingContract }, { verifyingContract }].map((domain) =>
    hashTypedData({ domain, types, primaryType: 'SafeMessage', message: { message } }),
  )
}

function checkAccount({ info }: SafeContext, account: unknown): void {
  if (!isAddress(account) || !isSameAddress(account, info.address))
    throw rpcError(4100, 'This is not the account of the Safe.')
}

function isUtf8(hex: `0x${string}`): boolean {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  )
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
