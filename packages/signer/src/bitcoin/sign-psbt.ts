import { Address, OutScript, SigHash, Transaction } from '@scure/btc-signer'
import { toRecord } from '../chain.ts'
import { fromBase64, invalidParams, readAmount, toBase64, toHex } from '../family/bytes.ts'
import { askVisitor, type MethodHandler } from '../family/family.ts'
import { type BitcoinKey, bitcoinKeys, regtest } from './accounts.ts'
import { broadcastTransaction, formatBtc, network } from './send-transfer.ts'

interface OwnInput {
  readonly index: number
  readonly key: BitcoinKey
  readonly amount: bigint
  /**
   * SIGHASH byte of the signature; it says which parts of the transaction the signature does not
   * cover, so that they may be changed after signing.
   */
  readonly sighash: number
}

/**
 * Signs a PSBT: `{ psbt (base64), inputs?: [{ index, address?, sighashes? }], broadcast? }` → `{
 * psbt, txid? }`. Signs the named inputs, or without `inputs` all inputs of this account; a named
 * input of another account is refused with -32602.
 */
export const signPsbt: MethodHandler = async (context, params) => {
  const keys = Object.values(bitcoinKeys(context.seed, context.account))
  const transaction = readPsbt(params.psbt)
  const ownInputs = readInputs(transaction, keys, params.inputs)
  const [first] = ownInputs
  if (!first) throw invalidParams('No input of this transaction is of this account')
  const outputs = Array.from({ length: transaction.outputsLength }, (_, i) => {
    const { script, amount = 0n } = transaction.getOutput(i)
    return { amount, address: script ? addressOf(script) : '?' }
  })
  const returnedOutputs = outputs.filter(({ address }) =>
    keys.some((key) => key.address === address),
  )
  const spentAmount = sumAmounts(ownInputs) - sumAmounts(returnedOutputs)
  const inputAmounts = Array.from(
    { length: transaction.inputsLength },
    (_, i) => coinOfInput(transaction, i)?.amount,
  )
  const fee = inputAmounts.every((amount) => amount !== undefined)
    ? formatBtc(inputAmounts.reduce((total, amount) => total + amount, 0n) - sumAmounts(outputs))
    : 'Not known: an input hides its amount'
  const changeableInputs = ownInputs.filter(
    ({ sighash }) => sighash !== SigHash.ALL && sighash !== SigHash.DEFAULT,
  )
  await askVisitor(context, {
    kind: 'bitcoin-psbt',
    account: first.key.address,
    network,
    ...(spentAmount > 0n && { amount: formatBtc(spentAmount) }),
    rows: [
      ...ownInputs.map(({ index, key, amount }) => ({
        name: `Signs input ${index}`,
        value: `${formatBtc(amount)}, ${key.purpose}`,
      })),
      ...outputs.flatMap(({ address, amount }) => [
        {
          name: keys.some((key) => key.address === address) ? 'Back to you' : 'To',
          value: address,
        },
        { name: 'Amount', value: formatBtc(amount) },
      ]),
      { name: 'Fee', value: fee },
      ...changeableInputs.map(({ index, sighash }) => ({
        name: `Input ${index} allows changes`,
        value: sighashName(sighash),
      })),
      {
        name: 'Afterwards',
        value: params.broadcast === true ? 'Sent at once' : 'Handed to the page',
      },
    ],
  })
  for (const { index, key, sighash } of ownInputs) {
    if (key.purpose === 'ordinals')
      transaction.updateInput(index, { tapInternalKey: key.publicKey }, true)
    transaction.signIdx(key.privateKey, index, [sighash])
  }
  if (params.broadcast !== true) return { psbt: toBase64(transaction.toPSBT()) }
  transaction.finalize()
  const psbt = toBase64(transaction.toPSBT())
  return { psbt, txid: await broadcastTransaction(context.nodeUrl, transaction) }
}

function readPsbt(value: unknown): Transaction {
  const bytes = fromBase64(value, 'psbt')
  try {
    return Transaction.fromPSBT(bytes, {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
      lowR: true,
    } as object)
  } catch {
    throw invalidParams('psbt is not in the format of BIP-174')
  }
}

function readInputs(
  transaction: Transaction,
  keys: readonly BitcoinKey[],
  requestedInputs: unknown,
): readonly OwnInput[] {
  const allInputs = Array.from({ length: transaction.inputsLength }, (_, index) => ({ index }))
  if (
    requestedInputs !== undefined &&
    (!Array.isArray(requestedInputs) || requestedInputs.length > transaction.inputsLength)
  )
    throw invalidParams('inputs must be a list')
  const inputList: readonly unknown[] = requestedInputs ?? allInputs
  return inputList.flatMap((item) => {
    const { index, address, sighashes } = toRecord(item)
    const i = Number(readAmount(index, 'index'))
    const spentOutput = i < transaction.inputsLength ? coinOfInput(transaction, i) : undefined
    const key =
      spentOutput && keys.find(({ script }) => toHex(script) === toHex(spentOutput.script))
    if (!spentOutput || !key || (address !== undefined && address !== key.address)) {
      if (requestedInputs === undefined) return []
      throw invalidParams(`Input ${i} is not of this account`)
    }
    const usualSighash = key.purpose === 'ordinals' ? SigHash.DEFAULT : SigHash.ALL
    const sighash =
      transaction.getInput(i).sighashType ??
      (Array.isArray(sighashes) ? sighashes[0] : undefined) ??
      usualSighash
    const allowedSighashes =
      Array.isArray(sighashes) && sighashes.length > 0
        ? sighashes
        : [usualSighash, SigHash.ALL, sighash]
    if (!allowedSighashes.includes(sighash) || !Object.values(SigHash).includes(sighash))
      throw invalidParams(`Input ${i} wants a kind of signature that was not allowed`)
    return [{ index: i, key, amount: spentOutput.amount, sighash: Number(sighash) }]
  })
}

/**
 * The coin that an input spends. It is read from the input's own output field, or from the whole
 * previous transaction, whose id the library checks.
 */
function coinOfInput(
  transaction: Transaction,
  i: number,
): { script: Uint8Array; amount: bigint } | undefined {
  const { witnessUtxo, nonWitnessUtxo, index } = transaction.getInput(i)
  return (
    witnessUtxo ??
    (nonWitnessUtxo && index !== undefined ? nonWitnessUtxo.outputs[index] : undefined)
  )
}

function addressOf(script: Uint8Array): string {
  try {
    return Address(regtest).encode(OutScript.decode(script))
  } catch {
    return `script ${toHex(script).slice(0, 200)}`
  }
}

function sighashName(sighash: number): string {
  const names = Object.entries(SigHash).filter(([, value]) => value === sighash)
  return names.map(([name]) => name)[0] ?? String(sighash)
}

function sumAmounts(list: readonly { readonly amount: bigint }[]): bigint {
  return list.reduce((total, { amount }) => total + amount, 0n)
}
