import { warningsOfStep } from '../evm/call.ts'
import { decodeCall } from '../evm/transaction.ts'
import type { Step } from '../reading.ts'
import { addressField, childNodes, describeFieldTypes, listItems, numberField } from './fields.ts'
import { type Meaning, readOrders } from './orders.ts'
import { permitSteps } from './permit.ts'
import { fieldText, type TreeNode } from './tree.ts'

const authorization =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'
const safeTransactionTypes =
  'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,' +
  'address gasToken,address refundReceiver,uint256 nonce'
const delegation =
  'address delegate,address delegator,bytes32 authority,Caveat[] caveats,uint256 salt'

/**
 * What typed data of a known form would do: an approval, a payment, an order, a transaction of a
 * Safe, a delegation. The form is recognised by all names and types, which the hash covers and the
 * contract requires exactly. Null for an unknown form.
 */
export function interpretTypedData(
  {
    primaryType,
    domain,
    message,
  }: {
    readonly primaryType: string
    readonly domain: readonly TreeNode[]
    readonly message: readonly TreeNode[]
  },
  account: string,
): Meaning | null {
  const permittedSteps = permitSteps(primaryType, domain, message)
  if (permittedSteps.length > 0)
    return { steps: permittedSteps, warnings: permittedSteps.flatMap(warningsOfStep) }
  const contract = addressField(domain, 'verifyingContract')
  const fieldTypes = describeFieldTypes(message)
  // ERC-3009: a token transfer that somebody else may send
  // (https://eips.ethereum.org/EIPS/eip-3009).
  if (
    /^(Transfer|Receive)WithAuthorization$/.test(primaryType) &&
    fieldTypes === authorization &&
    contract
  )
    return readPayment(contract, message)
  if (primaryType === 'CancelAuthorization' && fieldTypes === 'address authorizer,bytes32 nonce')
    return emptyMeaning
  if (primaryType === 'SafeTx' && fieldTypes === safeTransactionTypes && contract)
    return safeTransaction(contract, message)
  if (primaryType === 'Delegation' && fieldTypes === delegation) return readDelegation(message)
  // A vote for Snapshot. Snapshot's server counts the signed votes, and no contract accepts them,
  // because contracts use other domains.
  if (
    describeFieldTypes(domain) === 'string name,string version' &&
    fieldText(domain, 'name') === 'snapshot'
  )
    return emptyMeaning
  return readOrders(primaryType, message, account)
}

const emptyMeaning: Meaning = { steps: [], warnings: [] }

function readPayment(token: string, message: readonly TreeNode[]): Meaning | null {
  const [from, delegate, amount] = [
    addressField(message, 'from'),
    addressField(message, 'to'),
    numberField(message, 'value'),
  ]
  return from && delegate && amount !== null
    ? { steps: [{ kind: 'send-token', token, amount, from, to: delegate }], warnings: [] }
    : null
}

/**
 * What the signature of a Safe's owner allows: a transaction of the Safe, whose call the Safe makes
 * itself.
 */
function safeTransaction(contract: string, message: readonly TreeNode[]): Meaning | null {
  const [delegate, value] = [addressField(message, 'to'), numberField(message, 'value') ?? 0n]
  const data = fieldText(message, 'data') ?? '0x'
  const innerCall = decodeCall({ to: delegate, value: `0x${value.toString(16)}`, data })
  if (!innerCall || !delegate) return null
  const isOtherOperation = fieldText(message, 'operation') !== '0'
  const safeStep: Step = { kind: 'for-safe', safe: contract }
  // In a delegate call the called code acts as the Safe itself, so the call data does not tell what
  // will happen.
  if (isOtherOperation)
    return {
      steps: [safeStep, { kind: 'call', to: delegate, data }],
      warnings: ['safe-code', 'unknown-call'],
    }
  const steps = innerCall.steps.map((step) =>
    step.kind === 'send-coin' || step.kind === 'send-token' ? { from: contract, ...step } : step,
  )
  // With a gas price, the Safe refunds the fee of the transaction, and nothing limits the refund.
  const hasGasRefund = numberField(message, 'gasPrice') !== 0n
  return {
    steps: [safeStep, ...steps],
    warnings: [...innerCall.warnings, ...(hasGasRefund ? (['unknown-data'] as const) : [])],
  }
}

/**
 * Reads a delegation (https://eips.ethereum.org/EIPS/eip-7710). Its limits are other contracts, so
 * what it allows depends on their code, which the vault does not know.
 */
function readDelegation(message: readonly TreeNode[]): Meaning | null {
  const delegate = addressField(message, 'delegate')
  const caveatCount = childNodes(message, 'caveats').length
  const isKnown = listItems(message, 'caveats').every(
    (caveat) => describeFieldTypes(caveat) === 'address enforcer,bytes terms',
  )
  if (!delegate || !isKnown) return null
  return {
    steps: [{ kind: 'let-act', to: delegate, limits: caveatCount }],
    warnings: [caveatCount > 0 ? 'acting-limited' : 'acting'],
  }
}
