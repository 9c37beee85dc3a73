import { allowance } from './evm-call.ts'
import type { Step } from './reading.ts'
import { evmAddress } from './shapes.ts'
import { fieldText, type TreeNode } from './typed-tree.ts'

const limit160 = 1n << 160n
const unbounded160 = limit160 / 2n

/**
 * Leave to spend that typed data would give: ERC-2612, the older one of DAI, and the forms of Permit2. Told by type and
 * fields together, which the hash covers; empty where it is none of them.
 */
export function permitSteps(
  primaryType: string,
  domain: readonly TreeNode[],
  message: readonly TreeNode[],
): readonly Step[] {
  const contract = evmAddress(fieldText(domain, 'verifyingContract')) ?? undefined
  const spender = evmAddress(fieldText(message, 'spender'))
  if (!spender) return []
  if (primaryType === 'Permit' && contract) return [...plain(contract, spender, message)]
  if (primaryType === 'PermitSingle') return single(children(message, 'details'), spender)
  if (primaryType === 'PermitBatch') return items(message, 'details').flatMap((one) => single(one, spender))
  // One payment each, at once: to whom, the spender decides.
  if (/^Permit(Witness)?TransferFrom$/.test(primaryType))
    return payment(children(message, 'permitted'), spender, message)
  if (/^PermitBatch(Witness)?TransferFrom$/.test(primaryType))
    return items(message, 'permitted').flatMap((one) => payment(one, spender, message))
  return []
}

function* plain(token: string, spender: string, message: readonly TreeNode[]): Iterable<Step> {
  const [value, deadline] = [number(message, 'value'), number(message, 'deadline')]
  if (value !== null) yield allowance(token, spender, value, deadline ?? undefined)
  const [allowed, expiry] = [fieldText(message, 'allowed'), number(message, 'expiry')]
  if (value === null && allowed === 'true')
    // This token writes zero for ever.
    yield {
      kind: 'allow-token',
      token,
      spender,
      amount: null,
      ...(expiry !== null && { until: expiry === 0n ? null : expiry }),
    }
  if (value === null && allowed === 'false') yield { kind: 'revoke-token', token, spender }
}

function single(details: readonly TreeNode[], spender: string): readonly Step[] {
  const [token, amount] = [evmAddress(fieldText(details, 'token')), number(details, 'amount')]
  if (!token || amount === null) return []
  return [allowance(token, spender, amount, number(details, 'expiration') ?? undefined, unbounded160)]
}

function payment(permitted: readonly TreeNode[], spender: string, message: readonly TreeNode[]): readonly Step[] {
  const [token, amount] = [evmAddress(fieldText(permitted, 'token')), number(permitted, 'amount')]
  if (!token || amount === null) return []
  return [allowance(token, spender, amount, number(message, 'deadline') ?? undefined)]
}

function number(nodes: readonly TreeNode[], name: string): bigint | null {
  const value = fieldText(nodes, name)
  return value !== undefined && /^\d+$/.test(value) ? BigInt(value) : null
}

function children(nodes: readonly TreeNode[], name: string): readonly TreeNode[] {
  return nodes.find((node) => node.name === name)?.children ?? []
}

function items(nodes: readonly TreeNode[], name: string): readonly (readonly TreeNode[])[] {
  return children(nodes, name).map((node) => node.children ?? [])
}
