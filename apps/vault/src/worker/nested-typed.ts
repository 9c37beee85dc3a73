import {
  concatHex,
  getTypesForEIP712Domain,
  hashDomain,
  hashStruct,
  numberToHex,
  size,
  stringToHex,
  type TypedDataDefinition,
  type TypedDataDomain,
} from 'viem'

type Fields = readonly { readonly name: string; readonly type: string }[]
type Types = Readonly<Record<string, Fields>>
type Hex = `0x${string}`
interface Plain {
  readonly domain?: TypedDataDomain
  readonly types: Types
  readonly primaryType: string
  readonly message: unknown
}

/**
 * Wraps typed data in a struct that names the signing account, under the same domain (ERC-7739).
 */
export function nestTyped(
  typed: TypedDataDefinition,
  account: Readonly<Record<string, unknown>>,
): TypedDataDefinition {
  const sign = [
    { name: 'contents', type: typed.primaryType },
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ]
  return {
    domain: typed.domain,
    types: { ...typed.types, TypedDataSign: sign },
    primaryType: 'TypedDataSign',
    message: { contents: typed.message, ...account },
  } as TypedDataDefinition
}

/**
 * Wraps the signature of `nestTyped` with what a contract needs to compute the hash: domain,
 * contents, and the types of the contents in the explicit form, sorted, followed by the name of
 * their own type. (The implicit form works only when all other types sort after their own.)
 */
export function wrapNested(typed: TypedDataDefinition, signature: Hex): Hex {
  // viem's own type would have to be resolved for every possible set of types.
  const { domain, types: all, primaryType, message } = typed as unknown as Plain
  const domainTypes = { EIP712Domain: all.EIP712Domain ?? getTypesForEIP712Domain({ domain }) }
  const names = [...reachableTypes(all, primaryType)].sort()
  const text = names.map(
    (name) =>
      `${name}(${(all[name] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`,
  )
  const description = stringToHex(text.join('') + primaryType)
  return concatHex([
    signature,
    hashDomain({ domain: domain ?? {}, types: domainTypes } as never),
    hashStruct({ data: message, types: all, primaryType } as never),
    description,
    numberToHex(size(description), { size: 2 }),
  ])
}

function reachableTypes(
  types: Types,
  from: string,
  found: Set<string> = new Set(),
): ReadonlySet<string> {
  if (!types[from] || found.has(from)) return found
  found.add(from)
  for (const { type } of types[from]) {
    reachableTypes(types, type.replace(/\[.*$/, ''), found)
  }
  return found
}
