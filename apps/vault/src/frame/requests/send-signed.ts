import { LatchkeyError } from '@latchkey/protocol'
import type { BitcoinSigned } from '../../worker/sign-bitcoin.ts'
import type { CallNode } from './call-node.ts'
import type { PageRequest } from './page-request.ts'

/**
 * Sends a signed transaction to the node when the page's method asks for that, and makes the answer
 * in the form of that method.
 * @param signed - result of the family's worker
 */
export async function sendSigned({
  node,
  asked: { chain, method, params },
  signed,
}: {
  readonly node: CallNode
  readonly asked: PageRequest
  readonly signed: unknown
}): Promise<unknown> {
  const sendToNode = async (call: string, values: readonly unknown[]): Promise<string> => {
    const answer = await node(chain, call, values)
    if (typeof answer !== 'string' || answer.length > 128)
      throw new LatchkeyError('rpc-answer-invalid', { reason: call })
    return answer
  }
  if (method === 'eth_sendTransaction') return sendToNode('eth_sendRawTransaction', [signed])
  if (method === 'solana_signAndSendTransaction') {
    const { transaction } = signed as { readonly transaction: string }
    return { signature: await sendToNode('sendTransaction', [transaction, { encoding: 'base64' }]) }
  }
  if (!chain.startsWith('bip122:')) return signed
  const bitcoinResult = signed as BitcoinSigned
  const { account, broadcast } = (params ?? {}) as {
    readonly account?: string
    readonly broadcast?: unknown
  }
  if ('signature' in bitcoinResult) return { address: account, signature: bitcoinResult.signature }
  if (method === 'signPsbt' && broadcast !== true) return { psbt: bitcoinResult.psbt }
  if (!bitcoinResult.final)
    throw new LatchkeyError('rpc-invalid-params', { reason: 'signatures of others are missing' })
  const txid = await sendToNode('POST', ['/tx', bitcoinResult.final])
  return method === 'sendTransfer' ? { txid } : { psbt: bitcoinResult.psbt, txid }
}
