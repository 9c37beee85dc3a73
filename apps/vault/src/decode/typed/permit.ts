import { allowanceStep } from '../evm/call.ts'
import type { Step } from '../reading.ts'
import { evmAddress } from '../shapes.ts'
import { childNodes, listItems, numberField } from './fields.ts'
import { fieldText, type TreeNode } from './tree.ts'

const uint160Limit = 1n << 160n
const unlimited160 = uint160Limit / 2n

/**
 * Reads token approvals by signature: ERC-2612, the older form of DAI, and the forms of Permit2. A
 * form is recognised by the type's name and all of its fields, which are part of the signed hash.
 * Empty for any other data.
 */
export function permitSteps(
  primaryType: string,
  domain: readonly TreeNode[],
  message: readonly TreeNode[],
): readonly Step[] {
  const contract = evmAddress(fieldText(domain, 'verifyingContract')) ?? undefined
  const spender = evmAddress(fieldText(message, 'spender'))
  if (!spender) return []
  if (primaryType === 'Permit' && contract) return [...erc20PermitSteps(contract, spender, message)]
  if (primaryType === 'PermitSingle')
    return permitSingleSteps(childNodes(message, 'details'), spender)
  if (primaryType === 'PermitBatch')
    return listItems(message, 'details').flatMap((detail) => permitSingleSteps(detail, spender))
  // The forms below allow a single payment of up to each amount, not a lasting allowance. The
  // spender chooses the receiver.
  if (/^Permit(Witness)?TransferFrom$/.test(primaryType))
    return transferSteps(childNodes(message, 'permitted'), spender, message)
  if (/^PermitBatch(Witness)?TransferFrom$/.test(primaryType))
    return listItems(message, 'permitted').flatMap((detail) =>
      transferSteps(detail, spender, message),
    )
  return []
}

function* erc20PermitSteps(
  token: string,
  spender: string,
  message: readonly TreeNode[],
): Iterable<Step> {
  const [value, deadline] = [numberField(message, 'value'), numberField(message, 'deadline')]
  if (value !== null) yield allowanceStep(token, spender, value, deadline ?? undefined)
  const [allowed, expiry] = [fieldText(message, 'allowed'), numberField(message, 'expiry')]
  if (value === null && allowed === 'true')
    // DAI writes an expiry of zero for a permit that never ends.
    yield {
      kind: 'allow-token',
      token,
      spender,
      amount: null,
      ...(expiry !== null && { until: expiry === 0n ? null : expiry }),
    }
  if (value === null && allowed === 'false') yield { kind: 'revoke-token', token, spender }
}

function permitSingleSteps(details: readonly TreeNode[], spender: string): readonly Step[] {
  const [token, amount] = [evmAddress(fieldText(details, 'token')), numberField(details, 'amount')]
  if (!token || amount === null) return []
  return [
    allowanceStep(
      token,
      spender,
      amount,
      numberField(details, 'expiration') ?? undefined,
      unlimited160,
    ),
  ]
}

function transferSteps(
  permittedToken: readonly TreeNode[],
  spender: string,
  message: readonly TreeNode[],
): readonly Step[] {
  const [token, amount] = [
    evmAddress(fieldText(permittedToken, 'token')),
    numberField(permittedToken, 'amount'),
  ]
  if (!token || amount === null) return []
  return [allowanceStep(token, spender, amount, numberField(message, 'deadline') ?? undefined)]
}
