import { readBatchTransaction, readEnding, readOperation } from './evm/smart.ts'
import { batchMethod, endingMethod, operationMethod } from './evm/smart-forms.ts'
import { readAuthorization, readBatch, readTransaction } from './evm/transaction.ts'
import { readMessage } from './message.ts'
import type { ApprovalRequest, Reading } from './reading.ts'
import { bytesOf, evmAddress, isHexBytes, listOf, rawText } from './shapes.ts'
import { readSolana } from './solana/transaction.ts'
import { readTypedData } from './typed/data.ts'

/** Longest request that is shown: the most that a page can send to the frame. */
const mostLetters = 262_144

/**
 * Reads what a request means from the raw request alone. Never throws. A request that cannot be
 * shown as a whole is `unreadable` and cannot be approved.
 */
export async function readRequest(asked: ApprovalRequest): Promise<Reading> {
  const refuseRequest = (reason: 'shape' | 'size' | 'method'): Reading => ({
    kind: 'unreadable',
    reason,
    raw: rawText(asked.params),
  })
  try {
    if ((JSON.stringify(asked.params) ?? '').length > mostLetters) return refuseRequest('size')
    return (await readFamily(asked)) ?? refuseRequest('method')
  } catch {
    return refuseRequest('shape')
  }
}

async function readFamily(asked: ApprovalRequest): Promise<Reading | null> {
  if (asked.chain.startsWith('solana:')) return readSolana(asked)
  if (asked.chain.startsWith('bip122:')) return (await import('./bitcoin.ts')).readBitcoin(asked)
  if (!asked.chain.startsWith('eip155:')) return null
  if (asked.method === 'personal_sign') return readPersonal(asked)
  if (asked.method === 'eth_signTypedData_v4') return readTypedData(asked)
  if (asked.method === 'eth_sendTransaction' || asked.method === 'eth_signTransaction')
    return readTransaction(asked)
  if (asked.method === operationMethod) return readOperation(asked)
  if (asked.method === batchMethod) return readBatchTransaction(asked)
  if (asked.method === endingMethod) return readEnding(asked)
  if (asked.method === 'wallet_sendCalls') return readBatch(asked)
  if (asked.method === 'wallet_signAuthorization' || asked.method === 'eth_signAuthorization')
    return readAuthorization(asked)
  return null
}

/** `[data, address]`: data in hex is bytes, anything else is text. */
function readPersonal(asked: ApprovalRequest): Reading | null {
  const [data, address] = listOf(asked.params, 3) ?? []
  if (typeof data !== 'string')
    return { kind: 'unreadable', reason: 'shape', raw: rawText(asked.params) }
  if (evmAddress(address) !== asked.account.toLowerCase())
    return { kind: 'unreadable', reason: 'account', raw: rawText(asked.params) }
  return readMessage(asked, isHexBytes(data) ? bytesOf(data) : new TextEncoder().encode(data))
}
