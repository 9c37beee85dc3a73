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
import { invalid } from '../family/bytes.ts'
import { plain, plainLines } from '../family/plain.ts'
import type { Fact, FamilyQuestion } from '../window/approval.ts'

/** microSTX with their unit. */
export function stx(micro: bigint): string {
  return `${formatUnits(micro, 6)} STX`
}

/**
 * What a transaction does, in the words of its chain. Errors: -32602 for kinds that no site asks
 * for.
 */
export function readStacksTransaction(
  transaction: StacksTransactionWire,
): Pick<FamilyQuestion, 'kind' | 'rows' | 'texts'> & { readonly amount?: string } {
  const { payload } = transaction
  const promises = readPromises(transaction)
  switch (payload.payloadType) {
    case PayloadType.TokenTransfer: {
      const memo = payload.memo.content.replaceAll('\u0000', '')
      return {
        kind: 'stacks-transfer',
        amount: stx(payload.amount),
        texts: transaction.postConditions.values.length > 0 ? promises : [],
        rows: [
          { name: 'To', value: print(payload.recipient).replace(/^'/, '') },
          ...(memo ? [{ name: 'Memo', value: plain(memo) }] : []),
        ],
      }
    }
    case PayloadType.ContractCall:
      return {
        kind: 'stacks-call',
        rows: [
          {
            name: 'Contract',
            value: `${addressToString(payload.contractAddress)}.${plain(payload.contractName.content)}`,
          },
          { name: 'Function', value: plain(payload.functionName.content) },
        ],
        texts: [
          ...payload.functionArgs.map((value, i) => ({
            name: `Argument ${i + 1}`,
            value: print(value),
          })),
          ...promises,
        ],
      }
    case PayloadType.SmartContract:
    case PayloadType.VersionedSmartContract:
      return {
        kind: 'stacks-deploy',
        rows: [
          { name: 'Contract name', value: plain(payload.contractName.content) },
          ...('clarityVersion' in payload
            ? [{ name: 'Clarity', value: String(payload.clarityVersion) }]
            : []),
        ],
        texts: [{ name: 'Code', value: plainLines(payload.codeBody.content) }, ...promises],
      }
    default:
      throw invalid('The test wallet signs transfers, calls and deployments')
  }
}

/** A Clarity value as its language writes it. */
export function print(value: ClarityValue): string {
  return plainLines(Cl.prettyPrint(value, 2))
}

/** What the transaction may move at most; without limits that is said too. */
function readPromises({
  postConditions,
  postConditionMode,
}: StacksTransactionWire): readonly Fact[] {
  const lines = postConditions.values.map((one) => spell(one as PostConditionWire))
  const rest = {
    [PostConditionMode.Allow]: 'Anything else may move too.',
    [PostConditionMode.Deny]: 'Nothing else may move.',
    [PostConditionMode.Originator]: 'Nothing else of yours may move.',
  }[postConditionMode]
  return [{ name: 'May move', value: [...lines, rest].join('\n') }]
}

const comparators = {
  eq: 'exactly',
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
} as const

function spell(wire: PostConditionWire): string {
  const one = wireToPostCondition(wire)
  const words = (comparator: keyof typeof comparators): string =>
    `${one.address} sends ${comparators[comparator]}`
  switch (one.type) {
    case 'stx-postcondition':
      return `${words(one.condition)} ${stx(BigInt(one.amount))}`
    case 'ft-postcondition':
      return `${words(one.condition)} ${one.amount} base units of ${plain(one.asset)}`
    case 'nft-postcondition':
      return `${one.address}: ${plain(one.asset)} ${print(one.assetId)} ${one.condition}`
    default:
      return `${one.address}: ${one.type} ${one.condition}`
  }
}
