import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import type { CallNode } from './call-node.ts'

// These options turn off the PSBT library's own checks, because only the amounts are read here.
const lenientPsbtOptions = {
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
const maxLookups = 64
const maxHexLength = 2_000_000

/**
 * Checks that the inputs to sign spend the amounts that the page claims. A SegWit signature
 * (version 0) covers only the amount of its own input. With false amounts in two requests, a page
 * could therefore join both signatures into a transaction whose hidden rest becomes a fee. So an
 * amount counts only when the full previous transaction is in the PSBT (the library compares its
 * id), or comes from the node and has the id that the input names. Taproot signatures cover all
 * amounts, so these inputs need no check.
 * @throws `rpc-invalid-params` when an amount is false | `read-unavailable` when the node does not
 * know the previous transaction
 */
export async function checkAmounts(
  params: unknown,
  { chain, node }: { readonly chain: ChainId; readonly node: CallNode },
): Promise<void> {
  const { psbt, signInputs } = (params ?? {}) as Readonly<Record<string, unknown>>
  const transaction = parsePsbt(psbt)
  // A malformed request passes this check, because it is refused later, when it is read for the
  // visitor.
  if (!transaction || !Array.isArray(signInputs)) return
  const previousTransactions = new Map<string, Promise<Transaction>>()
  const inputChecks = signInputs.map(async (input: { readonly index?: unknown } | null) => {
    const inputIndex = input?.index
    if (
      typeof inputIndex !== 'number' ||
      !Number.isInteger(inputIndex) ||
      inputIndex < 0 ||
      inputIndex >= transaction.inputsLength
    )
      return
    const { txid, index = 0, witnessUtxo, nonWitnessUtxo } = transaction.getInput(inputIndex)
    if (!txid || !witnessUtxo || nonWitnessUtxo || isTaproot(witnessUtxo.script)) return
    const id = hex.encode(txid)
    const transactionLookup =
      previousTransactions.get(id) ??
      readPreviousTransaction(id, { chain, node, count: previousTransactions.size })
    previousTransactions.set(id, transactionLookup)
    const previousTransaction = await transactionLookup
    const spentOutput =
      index < previousTransaction.outputsLength ? previousTransaction.getOutput(index) : undefined
    const isSame =
      spentOutput?.amount === witnessUtxo.amount &&
      hex.encode(spentOutput.script ?? new Uint8Array()) === hex.encode(witnessUtxo.script)
    if (!isSame) throw invalidParams(`input ${inputIndex} does not spend what it says`)
  })
  await Promise.all(inputChecks)
}

async function readPreviousTransaction(
  id: string,
  {
    chain,
    node,
    count,
  }: { readonly chain: ChainId; readonly node: CallNode; readonly count: number },
): Promise<Transaction> {
  if (count >= maxLookups)
    throw invalidParams('too many inputs without the transactions they spend')
  const nodeAnswer = await node(chain, 'GET', [`/tx/${id}/hex`]).catch((cause: unknown) => {
    throw new LatchkeyError('read-unavailable', {
      reason: `the transaction that an input spends: ${id}`,
      cause,
    })
  })
  const previousTransaction =
    typeof nodeAnswer === 'string' && nodeAnswer.length <= maxHexLength
      ? parseRawTransaction(nodeAnswer.trim())
      : null
  if (previousTransaction?.id !== id)
    throw new LatchkeyError('rpc-answer-invalid', { reason: `another transaction than ${id}` })
  return previousTransaction
}

function isTaproot(script: Uint8Array): boolean {
  return script.length === 34 && script[0] === 0x51
}

function parsePsbt(psbt: unknown): Transaction | null {
  try {
    return typeof psbt === 'string'
      ? Transaction.fromPSBT(base64.decode(psbt), lenientPsbtOptions)
      : null
  } catch {
    return null
  }
}

function parseRawTransaction(text: string): Transaction | null {
  try {
    return Transaction.fromRaw(hex.decode(text), lenientPsbtOptions)
  } catch {
    return null
  }
}

function invalidParams(reason: string): LatchkeyError {
  return new LatchkeyError('rpc-invalid-params', { reason })
}
