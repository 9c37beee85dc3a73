import { Address, NETWORK, OutScript, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { readMessage } from './message.ts'
import type { ApprovalRequest, Reading, Warning } from './reading.ts'
import { base64Bytes, hexOf, isRecord, listOf, ownField, rawText } from './shapes.ts'

const mostBytes = 196_608
const mostItems = 512
const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

// Without the library's own checks, so that unusual transactions are shown instead of hidden.
const lenient = {
  allowUnknown: true,
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknownVersion: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
}

/** Reads the methods that a page may call on Bitcoin: a payment, a PSBT, a message. */
export function readBitcoin(asked: ApprovalRequest): Reading | null {
  const params = isRecord(asked.params) ? asked.params : null
  const refuseRequest = (reason: 'shape' | 'account' = 'shape'): Reading => ({
    kind: 'unreadable',
    reason,
    raw: rawText(asked.params),
  })
  if (!params) return refuseRequest()
  const account = ownField(params, 'account')
  if (account !== undefined && account !== asked.account) return refuseRequest('account')
  if (asked.method === 'signMessage') {
    const message = ownField(params, 'message')
    if (typeof message !== 'string') return refuseRequest()
    return readMessage(asked, new TextEncoder().encode(message))
  }
  if (asked.method === 'sendTransfer') {
    const [to, amount] = [ownField(params, 'recipientAddress'), ownField(params, 'amount')]
    const isAmount = typeof amount === 'string' && /^\d{1,16}$/.test(amount)
    if (!isAddress(to, asked.chain) || !isAmount) return refuseRequest()
    return {
      kind: 'transaction',
      steps: [{ kind: 'send-coin', amount: BigInt(amount), to }],
      warnings: ['fee-unknown'],
    }
  }
  return asked.method === 'signPsbt'
    ? (tryDecoding(() => readPsbt(asked, params)) ?? refuseRequest())
    : null
}

function readPsbt(asked: ApprovalRequest, params: Record<string, unknown>): Reading | null {
  const bytes = base64Bytes(ownField(params, 'psbt'), mostBytes)
  if (!bytes) return null
  const transaction = Transaction.fromPSBT(bytes, lenient)
  if (transaction.inputsLength > mostItems || transaction.outputsLength > mostItems) return null
  const wanted = readWanted(ownField(params, 'signInputs'), transaction.inputsLength)
  if (!wanted) return null
  const inputs = Array.from({ length: transaction.inputsLength }, (_, index) => {
    const spent = spentBy(transaction, index)
    const isOwn = spent !== null && addressOf(spent.script, asked.chain) === asked.account
    const isSigned = wanted.size === 0 ? isOwn : wanted.has(index)
    return { index, amount: spent?.amount ?? null, isSigned }
  })
  const outputs = Array.from({ length: transaction.outputsLength }, (_, index) => {
    const { script, amount } = transaction.getOutput(index)
    const to = script ? addressOf(script, asked.chain) : ''
    return { to, amount: amount ?? 0n, isOwn: to === asked.account }
  })
  const isKnown = inputs.every(({ amount }) => amount !== null)
  const sumAmounts = (list: readonly { readonly amount: bigint | null }[]): bigint =>
    list.reduce((all, { amount }) => all + (amount ?? 0n), 0n)
  const fee = isKnown ? sumAmounts(inputs) - sumAmounts(outputs) : null
  // Outputs above the inputs are no valid transaction.
  if (fee !== null && fee < 0n) return null
  const isOpen = inputs.some(
    ({ index, isSigned }) =>
      isSigned && !coversAll(transaction.getInput(index).sighashType, wanted.get(index)),
  )
  const warnings: Warning[] = [
    ...(isOpen ? (['open-signature'] as const) : []),
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

/** Reads, for each input to sign, the allowed kinds of signature. */
function readWanted(value: unknown, inputs: number): ReadonlyMap<number, readonly number[]> | null {
  const wanted = new Map<number, readonly number[]>()
  const list = value === undefined || value === null ? [] : listOf(value, mostItems)
  if (!list) return null
  for (const one of list) {
    const index = isRecord(one) ? ownField(one, 'index') : one
    const types = isRecord(one) ? (ownField(one, 'sighashTypes') ?? []) : []
    const kinds = listOf(types, 8)
    if (
      typeof index !== 'number' ||
      !Number.isInteger(index) ||
      index < 0 ||
      index >= inputs ||
      !kinds
    )
      return null
    if (!kinds.every((kind) => typeof kind === 'number')) return null
    wanted.set(index, kinds as readonly number[])
  }
  return wanted
}

/** Whether a signature covers every input and output: ALL, or Taproot's default. */
function coversAll(own: number | undefined, allowed: readonly number[] = []): boolean {
  const isAll = (kind: number): boolean => kind === 0 || kind === 1
  return (own === undefined || isAll(own)) && allowed.every(isAll)
}

/**
 * The output that an input spends. The full previous transaction, whose id the input names, counts
 * more than an output that the PSBT only claims; null when the two differ.
 */
function spentBy(
  transaction: Transaction,
  index: number,
): { script: Uint8Array; amount: bigint } | null {
  const { witnessUtxo, nonWitnessUtxo, index: vout } = transaction.getInput(index)
  const before = vout === undefined ? undefined : nonWitnessUtxo?.outputs[vout]
  if (
    before &&
    witnessUtxo &&
    (before.amount !== witnessUtxo.amount || hexOf(before.script) !== hexOf(witnessUtxo.script))
  )
    return null
  return before ?? witnessUtxo ?? null
}

function addressOf(script: Uint8Array, chain: string): string {
  return (
    tryDecoding(() => Address(networkOf(chain)).encode(OutScript.decode(script))) ??
    `script ${hexOf(script).slice(2, 260)}`
  )
}

function isAddress(value: unknown, chain: string): value is string {
  return (
    typeof value === 'string' &&
    value.length <= 90 &&
    tryDecoding(() => Address(networkOf(chain)).decode(value)) !== null
  )
}

function networkOf(chain: string): typeof NETWORK {
  if (chain === mainnet) return NETWORK
  return { ...TEST_NETWORK, ...(chain === regtest && { bech32: 'bcrt' }) }
}

function tryDecoding<T>(work: () => T | null): T | null {
  try {
    return work()
  } catch {
    return null
  }
}
