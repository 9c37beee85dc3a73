import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import type { CallNode } from './call-node.ts'

// Without the library's own checks: here only the amounts are read.
const lenient = {
  allowUnknown: true,
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknownVersion: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
}
/**
 * Maximum number of previous transactions that are fetched, because the nodes' rate limits are
 * shared.
 */
const mostLookups = 64
const mostHex = 2_000_000

/**
 * Checks that the inputs to sign spend the amounts that the page claims. A SegWit signature
 * (version 0) covers the amount of its own input only: with false amounts in two requests, a page
 * could join both signatures and turn the hidden rest into a fee. So an amount counts only when the
 * full previous transaction is in the PSBT (the library compares its id), or comes from the node
 * and has the id that the input names. Taproot signatures cover all amounts.
 * @throws `rpc-invalid-params` when an amount is false | `read-unavailable` when the node does not
 *   know the previous transaction
 */
export async function checkAmounts(
  params: unknown,
  { chain, node }: { readonly chain: ChainId; readonly node: CallNode },
): Promise<void> {
  const { psbt, signInputs } = (params ?? {}) as Readonly<Record<string, unknown>>
  const transaction = parsePsbt(psbt)
  // An unreadable request is refused where it is read for the visitor.
  if (!transaction || !Array.isArray(signInputs)) return
  const before = new Map<string, Promise<Transaction>>()
  const checks = signInputs.map(async (one: { readonly index?: unknown } | null) => {
    const at = one?.index
    if (typeof at !== 'number' || !Number.isInteger(at) || at < 0 || at >= transaction.inputsLength)
      return
    const { txid, index = 0, witnessUtxo, nonWitnessUtxo } = transaction.getInput(at)
    if (!txid || !witnessUtxo || nonWitnessUtxo || isTaproot(witnessUtxo.script)) return
    const id = hex.encode(txid)
    const asked = before.get(id) ?? readBefore(id, { chain, node, count: before.size })
    before.set(id, asked)
    const found = await asked
    const spent = index < found.outputsLength ? found.getOutput(index) : undefined
    const isSame =
      spent?.amount === witnessUtxo.amount &&
      hex.encode(spent.script ?? new Uint8Array()) === hex.encode(witnessUtxo.script)
    if (!isSame) throw invalidParams(`input ${at} does not spend what it says`)
  })
  await Promise.all(checks)
}

async function readBefore(
  id: string,
  {
    chain,
    node,
    count,
  }: { readonly chain: ChainId; readonly node: CallNode; readonly count: number },
): Promise<Transaction> {
  if (count >= mostLookups)
    throw invalidParams('too many inputs without the transactions they spend')
  const told = await node(chain, 'GET', [`/tx/${id}/hex`]).catch((cause: unknown) => {
    throw new LatchkeyError('read-unavailable', {
      reason: `the transaction that an input spends: ${id}`,
      cause,
    })
  })
  const found = typeof told === 'string' && told.length <= mostHex ? parseRaw(told.trim()) : null
  if (found?.id !== id)
    throw new LatchkeyError('rpc-answer-invalid', { reason: `another transaction than ${id}` })
  return found
}

function isTaproot(script: Uint8Array): boolean {
  return script.length === 34 && script[0] === 0x51
}

function parsePsbt(psbt: unknown): Transaction | null {
  try {
    return typeof psbt === 'string' ? Transaction.fromPSBT(base64.decode(psbt), lenient) : null
  } catch {
    return null
  }
}

function parseRaw(text: string): Transaction | null {
  try {
    return Transaction.fromRaw(hex.decode(text), lenient)
  } catch {
    return null
  }
}

function invalidParams(reason: string): LatchkeyError {
  return new LatchkeyError('rpc-invalid-params', { reason })
}
