import { readOperation } from './evm/read-operation.ts'
import { readBatchTransaction, readDelegationEnd } from './evm/read-own-transaction.ts'
import { batchMethod, endingMethod, operationMethod } from './evm/smart-forms.ts'
import { readAuthorization, readBatch, readTransaction } from './evm/transaction.ts'
import { readMessage } from './message.ts'
import type { ApprovalRequest, Reading } from './reading.ts'
import { bytesOfHex, evmAddress, isHexBytes, listOf, rawText } from './shapes.ts'
import { readSolana } from './solana/transaction.ts'
import { readTypedData } from './typed/data.ts'

/** Maximum length of a request that is shown: no page can send a longer one to the frame. */
const maxParamsLength = 262_144

/**
 * Reads what a request means from the raw request alone. Never throws. A request that cannot be
 * shown as a whole is `unreadable` and cannot be approved.
 */
export async function readRequest(request: ApprovalRequest): Promise<Reading> {
  const refuseRequest = (reason: 'shape' | 'size' | 'method'): Reading => ({
    kind: 'unreadable',
    reason,
    raw: rawText(request.params),
  })
  try {
    if ((JSON.stringify(request.params) ?? '').length > maxParamsLength)
      return refuseRequest('size')
    return (await readByFamily(request)) ?? refuseRequest('method')
  } catch {
    return refuseRequest('shape')
  }
}

async function readByFamily(request: ApprovalRequest): Promise<Reading | null> {
  if (request.chain.startsWith('solana:')) return readSolana(request)
  if (request.chain.startsWith('bip122:'))
    return (await import('./bitcoin.ts')).readBitcoin(request)
  if (!request.chain.startsWith('eip155:')) return null
  if (request.method === 'personal_sign') return readPersonalSign(request)
  if (request.method === 'eth_signTypedData_v4') return readTypedData(request)
  if (request.method === 'eth_sendTransaction' || request.method === 'eth_signTransaction')
    return readTransaction(request)
  if (request.method === operationMethod) return readOperation(request)
  if (request.method === batchMethod) return readBatchTransaction(request)
  if (request.method === endingMethod) return readDelegationEnd(request)
  if (request.method === 'wallet_sendCalls') return readBatch(request)
  if (request.method === 'wallet_signAuthorization' || request.method === 'eth_signAuthorization')
    return readAuthorization(request)
  return null
}

/**
 * Reads the params `[data, address]` of `personal_sign`: hex is decoded to bytes, anything else is
 * text.
 */
function readPersonalSign(request: ApprovalRequest): Reading | null {
  const [data, address] = listOf(request.params, 3) ?? []
  if (typeof data !== 'string')
    return { kind: 'unreadable', reason: 'shape', raw: rawText(request.params) }
  if (evmAddress(address) !== request.account.toLowerCase())
    return { kind: 'unreadable', reason: 'account', raw: rawText(request.params) }
  return readMessage(request, isHexBytes(data) ? bytesOfHex(data) : new TextEncoder().encode(data))
}
