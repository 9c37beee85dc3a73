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
interface PlainTypedData {
  readonly domain?: TypedDataDomain
  readonly types: Types
  readonly primaryType: string
  readonly message: unknown
}

/**
 * Wraps typed data in a struct that names the signing account, under the same domain (ERC-7739).
 */
export function nestTyped(
  typedData: TypedDataDefinition,
  account: Readonly<Record<string, unknown>>,
): TypedDataDefinition {
  const signType = [
    { name: 'contents', type: typedData.primaryType },
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
    { name: 'salt', type: 'bytes32' },
  ]
  return {
    domain: typedData.domain,
    types: { ...typedData.types, TypedDataSign: signType },
    primaryType: 'TypedDataSign',
    message: { contents: typedData.message, ...account },
  } as TypedDataDefinition
}

/**
 * Wraps the signature of `nestTyped` with what a contract needs to compute the hash: domain,
 * contents, and the types of the contents in the explicit form, sorted, followed by the name of
 * their own type. (The implicit form works only when all other types sort after their own.)
 */
export function wrapNested(typedData: TypedDataDefinition, signature: Hex): Hex {
  // The value is cast to a plain type, because TypeScript would have to resolve viem's type for
  // every possible set of structs.
  const { domain, types: allTypes, primaryType, message } = typedData as unknown as PlainTypedData
  const domainTypes = { EIP712Domain: allTypes.EIP712Domain ?? getTypesForEIP712Domain({ domain }) }
  const typeNames = [...reachableTypes(allTypes, primaryType)].sort()
  const text = typeNames.map(
    (name) =>
      `${name}(${(allTypes[name] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`,
  )
  const description = stringToHex(text.join('') + primaryType)
  return concatHex([
    signature,
    hashDomain({ domain: domain ?? {}, types: domainTypes } as never),
    hashStruct({ data: message, types: allTypes, primaryType } as never),
    description,
    numberToHex(size(description), { size: 2 }),
  ])
}

function reachableTypes(
  types: Types,
  typeName: string,
  reached: Set<string> = new Set(),
): ReadonlySet<string> {
  if (!types[typeName] || reached.has(typeName)) return reached
  reached.add(typeName)
  for (const { type } of types[typeName]) {
    reachableTypes(types, type.replace(/\[.*$/, ''), reached)
  }
  return reached
}
