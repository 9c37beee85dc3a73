import { uniqueWarnings } from '../evm/transaction.ts'
import type { ApprovalRequest, Reading, Warning } from '../reading.ts'
import { evmAddress, isRecord, listOf, ownField, rawText } from '../shapes.ts'
import { hasHidden } from '../spell-unseen.ts'
import { interpretTypedData } from './meaning.ts'
import { fieldText, readTree, readTypes, type TreeNode, toInteger } from './tree.ts'

/**
 * Fields that the `EIP712Domain` struct may have, with the types that EIP-712 defines; used when
 * the typed data does not define the struct.
 */
const domainTypes: readonly (readonly [string, string])[] = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
]

/**
 * Reads the params `[address, data]` of `eth_signTypedData_v4`; `data` may be JSON or an object.
 */
export function readTypedData(request: ApprovalRequest): Reading {
  const refuseRequest = (reason: 'shape' | 'account' = 'shape'): Reading => ({
    kind: 'unreadable',
    reason,
    raw: rawText(request.params),
  })
  const [address, given] = listOf(request.params, 3) ?? []
  if (evmAddress(address) !== request.account.toLowerCase()) return refuseRequest('account')
  const data = typeof given === 'string' ? parseJson(given) : given
  if (!isRecord(data)) return refuseRequest()
  const types = readTypes(ownField(data, 'types'))
  const [primaryType, domain, message] = [
    ownField(data, 'primaryType'),
    ownField(data, 'domain'),
    ownField(data, 'message'),
  ]
  if (!types || typeof primaryType !== 'string' || !isRecord(domain)) return refuseRequest()
  const allTypes = types.has('EIP712Domain')
    ? types
    : new Map([
        ...types,
        [
          'EIP712Domain',
          domainTypes.flatMap(([name, type]) =>
            ownField(domain, name) === undefined ? [] : [{ name, type }],
          ),
        ] as const,
      ])
  const domainTree = readTree(allTypes, 'EIP712Domain', domain)
  const messageTree =
    primaryType === 'EIP712Domain'
      ? { nodes: [], hasMore: false }
      : readTree(allTypes, primaryType, message)
  if (!domainTree || !messageTree) return refuseRequest()
  const typedDataMeaning = interpretTypedData(
    { primaryType, domain: domainTree.nodes, message: messageTree.nodes },
    request.account,
  )
  const { steps } = typedDataMeaning ?? { steps: [] }
  const warnings: Warning[] = [...(typedDataMeaning?.warnings ?? (['unknown-data'] as const))]
  if (domainTree.hasMore || messageTree.hasMore) warnings.push('unsigned-fields')
  const chain = toInteger(fieldText(domainTree.nodes, 'chainId') ?? null)
  if (chain === null ? steps.length > 0 : `eip155:${chain}` !== request.chain)
    warnings.push('chain-mismatch')
  if ([...domainTree.nodes, ...messageTree.nodes].some(hasHiddenText))
    warnings.push('hidden-letters')
  return {
    kind: 'typed',
    primaryType,
    domain: domainTree.nodes,
    message: messageTree.nodes,
    steps,
    warnings: uniqueWarnings(warnings),
  }
}

function hasHiddenText(node: TreeNode): boolean {
  return (
    (node.type === 'string' && hasHidden(node.value ?? '')) ||
    (node.children ?? []).some(hasHiddenText)
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
