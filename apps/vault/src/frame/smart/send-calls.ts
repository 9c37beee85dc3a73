import { LatchkeyError } from '@latchkey/protocol'
import type { PlainCall } from '../../decode/evm/abi-calls.ts'
import { batchMethod } from '../../decode/evm/smart-forms.ts'
import { hexOfBytes } from '../../decode/shapes.ts'
import type { SentCalls } from '../../store/record.ts'
import { completeEvm } from '../requests/complete-evm.ts'
import { duplicateBundleError, runAlone } from '../requests/run-alone.ts'
import { completeBatch } from './batch.ts'
import type { AcceptedCalls } from './calls.ts'
import { runOperation } from './run-operation.ts'
import { sendRawTransaction } from './send.ts'
import { type SmartRequest, smartNodeOf } from './smart-request.ts'

/**
 * Sends a page's calls, and stores the resulting hashes under the calls' id (EIP-5792). An id can
 * be used only once: it is locked until the hashes are stored, beginning before the visitor is
 * asked.
 * @throws with EIP-5792's codes as `sourceCode`
 */
export async function sendCalls(
  context: SmartRequest,
  calls: AcceptedCalls,
): Promise<{ readonly id: string }> {
  const { vault, taken } = context
  const id = calls.id ?? hexOfBytes(crypto.getRandomValues(new Uint8Array(32)))
  return runAlone(taken, `latchkey-calls ${vault.project.project} ${id}`, async () => {
    if ((await vault.store.calls()).some((one) => one.id === id)) throw duplicateBundleError()
    await sendWithId(id, context, calls)
    return { id }
  })
}

async function sendWithId(
  id: string,
  context: SmartRequest,
  takenCalls: AcceptedCalls,
): Promise<void> {
  const { smart, record, asked, vault } = context
  const ownAddress = record.addresses.eip155
  const sender = (takenCalls.from ?? smart?.address ?? ownAddress).toLowerCase()
  const storeSentCalls = (
    sentFields: Pick<SentCalls, 'kind' | 'hashes' | 'count' | 'isAtomic'>,
  ): Promise<void> =>
    vault.store.keepCalls({
      id,
      chain: asked.chain,
      account: sender,
      at: Date.now(),
      ...sentFields,
    })
  if (smart && sender === smart.address.toLowerCase()) {
    const { hash } = await runOperation(context, smart, takenCalls.calls)
    return storeSentCalls({ kind: 'operation', hashes: [hash], count: 1, isAtomic: true })
  }
  if (sender !== ownAddress.toLowerCase())
    throw new LatchkeyError('wallet-unauthorized', { sourceCode: 4100 })
  const hasManyCalls = takenCalls.calls.length > 1
  if (hasManyCalls && smart?.says.delegate) {
    const { signed: signedTransaction } = await context.approve(ownAddress, async () => ({
      chain: asked.chain,
      method: batchMethod,
      params: await completeBatch(takenCalls.calls, smart, smartNodeOf(context, smart)),
    }))
    return storeSentCalls({
      kind: 'transactions',
      hashes: [await sendRawTransaction(context, signedTransaction)],
      count: 1,
      isAtomic: true,
    })
  }
  if (hasManyCalls && takenCalls.isAtomic)
    throw new LatchkeyError('wallet-atomicity-unsupported', { sourceCode: 5760 })
  const hashes = await sendOneByOne(context, takenCalls.calls)
  await storeSentCalls({
    kind: 'transactions',
    hashes,
    count: takenCalls.calls.length,
    isAtomic: !hasManyCalls,
  })
}

/**
 * Each call is a transaction of its own, with its own approval. When one fails, the earlier ones
 * have been sent already.
 */
async function sendOneByOne(
  context: SmartRequest,
  calls: readonly PlainCall[],
): Promise<readonly string[]> {
  const { chain } = context.asked
  const address = context.record.addresses.eip155
  const hashes: string[] = []
  for (const { to, value, data } of calls) {
    try {
      const call = {
        from: address,
        to,
        value: `0x${value.toString(16)}`,
        ...(data !== '0x' && { data }),
      }
      const { signed: signedTransaction } = await context.approve(address, async () => ({
        chain,
        method: 'eth_sendTransaction',
        params: await completeEvm([call], { chain, address, node: context.node }),
      }))
      hashes.push(await sendRawTransaction(context, signedTransaction))
    } catch (error) {
      if (hashes.length === 0) throw error
      break
    }
  }
  return hashes
}
