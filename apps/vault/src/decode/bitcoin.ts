import { Address, NETWORK, OutScript, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { readMessage } from './message.ts'
import type { ApprovalRequest, Reading, Warning } from './reading.ts'
import { base64Bytes, hexOfBytes, isRecord, listOf, ownField, rawText } from './shapes.ts'

const maxPsbtBytes = 196_608
const maxListItems = 512
const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

// These options turn off the PSBT library's own checks, so that unusual transactions are shown
// instead of hidden.
const lenientPsbtOptions = {
  allowUnknown: true,
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknownVersion: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
}

/** Reads the methods that a page may call on Bitcoin: a payment, a PSBT, a message. */
export function readBitcoin(request: ApprovalRequest): Reading | null {
  const params = isRecord(request.params) ? request.params : null
  const refuseRequest = (reason: 'shape' | 'account' = 'shape'): Reading => ({
    kind: 'unreadable',
    reason,
    raw: rawText(request.params),
  })
  if (!params) return refuseRequest()
  const account = ownField(params, 'account')
  if (account !== undefined && account !== request.account) return refuseRequest('account')
  if (request.method === 'signMessage') {
    const message = ownField(params, 'message')
    if (typeof message !== 'string') return refuseRequest()
    return readMessage(request, new TextEncoder().encode(message))
  }
  if (request.method === 'sendTransfer') {
    const [recipient, amount] = [ownField(params, 'recipientAddress'), ownField(params, 'amount')]
    const isAmount = typeof amount === 'string' && /^\d{1,16}$/.test(amount)
    if (!isAddress(recipient, request.chain) || !isAmount) return refuseRequest()
    return {
      kind: 'transaction',
      steps: [{ kind: 'send-coin', amount: BigInt(amount), to: recipient }],
      warnings: ['fee-unknown'],
    }
  }
  return request.method === 'signPsbt'
    ? (tryDecoding(() => readPsbt(request, params)) ?? refuseRequest())
    : null
}

function readPsbt(request: ApprovalRequest, params: Record<string, unknown>): Reading | null {
  const bytes = base64Bytes(ownField(params, 'psbt'), maxPsbtBytes)
  if (!bytes) return null
  const transaction = Transaction.fromPSBT(bytes, lenientPsbtOptions)
  if (transaction.inputsLength > maxListItems || transaction.outputsLength > maxListItems)
    return null
  const inputsToSign = readInputsToSign(ownField(params, 'signInputs'), transaction.inputsLength)
  if (!inputsToSign) return null
  const inputs = Array.from({ length: transaction.inputsLength }, (_, index) => {
    const spentOutput = spentOutputOf(transaction, index)
    const isOwnInput =
      spentOutput !== null && addressOfScript(spentOutput.script, request.chain) === request.account
    const isSigned = inputsToSign.size === 0 ? isOwnInput : inputsToSign.has(index)
    return { index, amount: spentOutput?.amount ?? null, isSigned }
  })
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script, amount } = transaction.getOutput(index)
    const recipient = script ? addressOfScript(script, request.chain) : ''
    return { to: recipient, amount: amount ?? 0n, isOwn: recipient === request.account }
  })
  const hasKnownAmounts = inputs.every(({ amount }) => amount !== null)
  const sumAmounts = (list: readonly { readonly amount: bigint | null }[]): bigint =>
    list.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)
  const fee = hasKnownAmounts ? sumAmounts(inputs) - sumAmounts(outputs) : null
  // A transaction whose outputs exceed its inputs is invalid.
  if (fee !== null && fee < 0n) return null
  const isSignatureOpen = inputs.some(
    ({ index, isSigned }) =>
      isSigned &&
      !isCoveringAllOutputs(transaction.getInput(index).sighashType, inputsToSign.get(index)),
  )
  const warnings: Warning[] = [
    ...(isSignatureOpen ? (['open-signature'] as const) : []),
    ...(fee === null ? (['fee-unknown'] as const) : []),
  ]
  return {
    kind: 'bitcoin',
    inputs,
    outputs,
    fee,
    isSentByPage: ownField(params, 'broadcast') !== true,
    warnings,
  }
}

/**
 * Reads which inputs the page wants signed, and the kinds of signature (sighash) that it allows for
 * each.
 */
function readInputsToSign(
  value: unknown,
  inputs: number,
): ReadonlyMap<number, readonly number[]> | null {
  const inputsToSign = new Map<number, readonly number[]>()
  const list = value === undefined || value === null ? [] : listOf(value, maxListItems)
  if (!list) return null
  for (const item of list) {
    const index = isRecord(item) ? ownField(item, 'index') : item
    const givenSighashTypes = isRecord(item) ? (ownField(item, 'sighashTypes') ?? []) : []
    const sighashTypes = listOf(givenSighashTypes, 8)
    if (
      typeof index !== 'number' ||
      !Number.isInteger(index) ||
      index < 0 ||
      index >= inputs ||
      !sighashTypes
    )
      return null
    if (!sighashTypes.every((kind) => typeof kind === 'number')) return null
    inputsToSign.set(index, sighashTypes as readonly number[])
  }
  return inputsToSign
}

/**
 * Whether the only allowed kinds of signature cover every input and output: SIGHASH_ALL, or
 * Taproot's default.
 */
function isCoveringAllOutputs(
  inputSighash: number | undefined,
  allowedSighashes: readonly number[] = [],
): boolean {
  const isSighashAll = (kind: number): boolean => kind === 0 || kind === 1
  return (
    (inputSighash === undefined || isSighashAll(inputSighash)) &&
    allowedSighashes.every(isSighashAll)
  )
}

/**
 * The output that an input spends. It is read from the full previous transaction if the PSBT
 * contains it, because the input names that transaction's id; else from the output that the PSBT
 * states. Null when the two contradict each other, or when the PSBT contains neither. The library
 * refuses such a PSBT too; this check makes sure that signing does not depend on the library alone.
 */
function spentOutputOf(
  transaction: Transaction,
  index: number,
): { script: Uint8Array; amount: bigint } | null {
  const { witnessUtxo, nonWitnessUtxo, index: vout } = transaction.getInput(index)
  const previousOutput = vout === undefined ? undefined : nonWitnessUtxo?.outputs[vout]
  if (
    previousOutput &&
    witnessUtxo &&
    (previousOutput.amount !== witnessUtxo.amount ||
      hexOfBytes(previousOutput.script) !== hexOfBytes(witnessUtxo.script))
  )
    return null
  return previousOutput ?? witnessUtxo ?? null
}

function addressOfScript(script: Uint8Array, chain: string): string {
  return (
    tryDecoding(() => Address(networkOfChain(chain)).encode(OutScript.decode(script))) ??
    `script ${hexOfBytes(script).slice(2, 260)}`
  )
}

function isAddress(value: unknown, chain: string): value is string {
  return (
    typeof value === 'string' &&
    value.length <= 90 &&
    tryDecoding(() => Address(networkOfChain(chain)).decode(value)) !== null
  )
}

function networkOfChain(chain: string): typeof NETWORK {
  if (chain === mainnet) return NETWORK
  return { ...TEST_NETWORK, ...(chain === regtest && { bech32: 'bcrt' }) }
}

function tryDecoding<T>(decode: () => T | null): T | null {
  try {
    return decode()
  } catch {
    return null
  }
}
