import {
  addressToString,
  Cl,
  type ClarityValue,
  PayloadType,
  PostConditionMode,
  type PostConditionWire,
  type StacksTransactionWire,
  wireToPostCondition,
} from '@stacks/transactions'
import { formatUnits } from 'viem'
import { invalidParams } from '../family/bytes.ts'
import { plainMultilineText, plainText } from '../family/plain-text.ts'
import type { Fact, FamilyQuestion } from '../window/approval.ts'

/** Formats microSTX with their unit. */
export function formatStx(micro: bigint): string {
  return `${formatUnits(micro, 6)} STX`
}

/** Describes a transaction in readable form. Errors: -32602 for kinds that no site requests. */
export function readStacksTransaction(
  transaction: StacksTransactionWire,
): Pick<FamilyQuestion, 'kind' | 'rows' | 'texts'> & { readonly amount?: string } {
  const { payload } = transaction
  const postConditionFacts = readPostConditions(transaction)
  switch (payload.payloadType) {
    case PayloadType.TokenTransfer: {
      const memo = payload.memo.content.replaceAll('\u0000', '')
      return {
        kind: 'stacks-transfer',
        amount: formatStx(payload.amount),
        texts: transaction.postConditions.values.length > 0 ? postConditionFacts : [],
        rows: [
          { name: 'To', value: printValue(payload.recipient).replace(/^'/, '') },
          ...(memo ? [{ name: 'Memo', value: plainText(memo) }] : []),
        ],
      }
    }
    case PayloadType.ContractCall:
      return {
        kind: 'stacks-call',
        rows: [
          {
            name: 'Contract',
            value: `${addressToString(payload.contractAddress)}.${plainText(payload.contractName.content)}`,
          },
          { name: 'Function', value: plainText(payload.functionName.content) },
        ],
        texts: [
          ...payload.functionArgs.map((value, i) => ({
            name: `Argument ${i + 1}`,
            value: printValue(value),
          })),
          ...postConditionFacts,
        ],
      }
    case PayloadType.SmartContract:
    case PayloadType.VersionedSmartContract:
      return {
        kind: 'stacks-deploy',
        rows: [
          { name: 'Contract name', value: plainText(payload.contractName.content) },
          ...('clarityVersion' in payload
            ? [{ name: 'Clarity', value: String(payload.clarityVersion) }]
            : []),
        ],
        texts: [
          { name: 'Code', value: plainMultilineText(payload.codeBody.content) },
          ...postConditionFacts,
        ],
      }
    default:
      throw invalidParams('The test wallet signs transfers, calls and deployments')
  }
}

/** Prints a Clarity value in the syntax of Clarity. */
export function printValue(value: ClarityValue): string {
  return plainMultilineText(Cl.prettyPrint(value, 2))
}

/**
 * The most that the transaction may transfer by its post-conditions; missing limits are mentioned
 * too.
 */
function readPostConditions({
  postConditions,
  postConditionMode,
}: StacksTransactionWire): readonly Fact[] {
  const conditionLines = postConditions.values.map((condition) =>
    describeCondition(condition as PostConditionWire),
  )
  const commonFields = {
    [PostConditionMode.Allow]: 'Anything else may move too.',
    [PostConditionMode.Deny]: 'Nothing else may move.',
    [PostConditionMode.Originator]: 'Nothing else of yours may move.',
  }[postConditionMode]
  return [{ name: 'May move', value: [...conditionLines, commonFields].join('\n') }]
}

const comparators = {
  eq: 'exactly',
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
} as const

function describeCondition(wire: PostConditionWire): string {
  const condition = wireToPostCondition(wire)
  const describeComparator = (comparator: keyof typeof comparators): string =>
    `${condition.address} sends ${comparators[comparator]}`
  switch (condition.type) {
    case 'stx-postcondition':
      return `${describeComparator(condition.condition)} ${formatStx(BigInt(condition.amount))}`
    case 'ft-postcondition':
      return `${describeComparator(condition.condition)} ${condition.amount} base units of ${plainText(condition.asset)}`
    case 'nft-postcondition':
      return `${condition.address}: ${plainText(condition.asset)} ${printValue(condition.assetId)} ${condition.condition}`
    default:
      return `${condition.address}: ${condition.type} ${condition.condition}`
  }
}
