import { LatchkeyError } from '@latchkey/protocol'
import { base58, base64 } from '@scure/base'
import { readSignable } from '../decode/solana-offchain.ts'
import { readWire } from '../decode/solana-wire.ts'
import type { ShownRequest } from '../payload-hash.ts'

const signatureSize = 64

/** Bytes to be signed, and how the answer is written. */
export interface SolanaPayload {
  readonly bytes: Uint8Array
  readonly answer: (signature: Uint8Array) => { readonly signature: string; readonly transaction?: string }
}

/**
 * What an approved request has signed. As a message only what can be no transaction: a signature of one would spend.
 * @throws LatchkeyError `rpc-invalid-params`
 */
export function solanaPayload({ method, params }: ShownRequest, address: string): SolanaPayload {
  const { message, transaction, pubkey } = (params ?? {}) as Readonly<Record<string, unknown>>
  if (pubkey !== undefined && pubkey !== address) throw invalid('another account')
  if (method === 'solana_signMessage') {
    const bytes = decoded(() => base58.decode(String(message)))
    if (!readSignable(bytes)) throw invalid('neither text nor an off-chain message: it could be a transaction')
    return { bytes, answer: (signature) => ({ signature: base58.encode(signature) }) }
  }
  if (method !== 'solana_signTransaction' && method !== 'solana_signAndSendTransaction') throw invalid(method)
  const wire = decoded(() => base64.decode(String(transaction)))
  const read = readWire(wire)
  const at = read?.message.signers.indexOf(address) ?? -1
  if (!read || at < 0) throw invalid('a transaction that this account does not sign')
  return {
    bytes: read.body,
    answer: (signature) => {
      const signed = wire.slice()
      signed.set(signature, read.signaturesAt + at * signatureSize)
      return { signature: base58.encode(signature), transaction: base64.encode(signed) }
    },
  }
}

function decoded(decode: () => Uint8Array): Uint8Array {
  try {
    return decode()
  } catch (cause) {
    throw invalid('not in its encoding', cause)
  }
}

function invalid(reason: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('rpc-invalid-params', { reason, cause })
}
