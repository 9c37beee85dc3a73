import { LatchkeyError } from '@latchkey/protocol'
import { base64 } from '@scure/base'
import type { BitcoinPayload } from '../keys/sign-bitcoin.ts'
import type { ShownRequest } from '../payload-hash.ts'

const maxInputs = 512

/**
 * Makes the signing data for an approved request: a message, or the inputs that the request names,
 * with SIGHASH_ALL only.
 * @throws LatchkeyError `rpc-invalid-params`
 */
export function bitcoinPayload({ method, params }: ShownRequest, address: string): BitcoinPayload {
  const fields = (params ?? {}) as Readonly<Record<string, unknown>>
  if (fields.account !== address) throw invalidParams('another account')
  if (method === 'signMessage') {
    const { message, protocol = 'ecdsa' } = fields
    if (fields.address !== undefined && fields.address !== address)
      throw invalidParams('another address')
    if (typeof message !== 'string' || (protocol !== 'ecdsa' && protocol !== 'bip322'))
      throw invalidParams('message')
    return { kind: 'message', message: new TextEncoder().encode(message), protocol }
  }
  if (method !== 'signPsbt') throw invalidParams(method)
  const { psbt, signInputs } = fields
  if (typeof psbt !== 'string' || !Array.isArray(signInputs)) throw invalidParams('psbt')
  if (signInputs.length === 0 || signInputs.length > maxInputs) throw invalidParams('signInputs')
  const inputs = signInputs.map((signInput: Readonly<Record<string, unknown>>) => {
    const { index, address: namedAddress, sighashTypes } = signInput ?? {}
    if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0)
      throw invalidParams('index')
    if (namedAddress !== undefined && namedAddress !== address)
      throw invalidParams('an input of another address')
    if (sighashTypes !== undefined && !(Array.isArray(sighashTypes) && sighashTypes.includes(1)))
      throw invalidParams('only SIGHASH_ALL is signed')
    return index
  })
  try {
    return { kind: 'psbt', psbt: base64.decode(psbt), inputs }
  } catch (cause) {
    throw invalidParams('psbt', cause)
  }
}

function invalidParams(reason: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError('rpc-invalid-params', { reason, cause })
}
