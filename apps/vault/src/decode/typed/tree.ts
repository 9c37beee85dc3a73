import { evmAddress, isHexBytes, isRecord, listOf, ownField } from '../shapes.ts'

/**
 * A field of typed data, in the structure that is hashed. `name` and `type` are checked; values are
 * untrusted.
 */
export interface TreeNode {
  readonly name: string
  readonly type: string
  readonly value?: string
  readonly children?: readonly TreeNode[]
}

export type TypeDefinitions = ReadonlyMap<
  string,
  readonly { readonly name: string; readonly type: string }[]
>

interface NodeBudget {
  left: number
  hasMore: boolean
}

const maxTypes = 128
const maxFields = 128
const maxNodes = 4_000
const maxDepth = 24
const namePattern = /^[A-Za-z_$][\w$]{0,127}$/

/** Reads the struct types that typed data defines; null when they are invalid. */
export function readTypes(value: unknown): TypeDefinitions | null {
  if (!isRecord(value)) return null
  const entries = Object.entries(value)
  if (entries.length > maxTypes) return null
  const types = new Map<string, { name: string; type: string }[]>()
  for (const [struct, list] of entries) {
    const fields = listOf(list, maxFields)
    if (!namePattern.test(struct) || !fields) return null
    const structFields: { name: string; type: string }[] = []
    for (const field of fields) {
      if (!isRecord(field)) return null
      const [label, type] = [ownField(field, 'name'), ownField(field, 'type')]
      if (
        typeof label !== 'string' ||
        typeof type !== 'string' ||
        !namePattern.test(label) ||
        type.length > 160
      )
        return null
      if (structFields.some((other) => other.name === label)) return null
      structFields.push({ name: label, type })
    }
    types.set(struct, structFields)
  }
  return types
}

/**
 * Reads the fields of `struct` in the order in which they are hashed. Null when a value does not
 * fit its type, or when the data is too large to show. `hasMore` tells that there are fields
 * without a type, which are not signed.
 */
export function readTree(
  types: TypeDefinitions,
  struct: string,
  value: unknown,
): { readonly nodes: readonly TreeNode[]; readonly hasMore: boolean } | null {
  const budget: NodeBudget = { left: maxNodes, hasMore: false }
  const nodes = readStruct(types, struct, value, budget, 0)
  return nodes && { nodes, hasMore: budget.hasMore }
}

function readStruct(
  types: TypeDefinitions,
  struct: string,
  value: unknown,
  budget: NodeBudget,
  depth: number,
): readonly TreeNode[] | null {
  const fields = types.get(struct)
  if (!fields || !isRecord(value) || depth > maxDepth) return null
  if (Object.keys(value).some((key) => !fields.some((field) => field.name === key)))
    budget.hasMore = true
  const nodes: TreeNode[] = []
  for (const field of fields) {
    const node = readField(
      types,
      field.name,
      field.type,
      ownField(value, field.name),
      budget,
      depth,
    )
    if (!node) return null
    nodes.push(node)
  }
  return nodes
}

function readField(
  types: TypeDefinitions,
  label: string,
  type: string,
  value: unknown,
  budget: NodeBudget,
  depth: number,
): TreeNode | null {
  budget.left -= 1
  if (budget.left < 0 || depth > maxDepth) return null
  const list = /^(.+)\[(\d{0,6})\]$/.exec(type)
  if (list) {
    const items = listOf(value, maxNodes)
    if (!items || (list[2] && Number(list[2]) !== items.length)) return null
    const children: TreeNode[] = []
    for (const [i, item] of items.entries()) {
      const child = readField(types, String(i + 1), list[1] ?? '', item, budget, depth + 1)
      if (!child) return null
      children.push(child)
    }
    return { name: label, type, children }
  }
  if (types.has(type)) {
    const children = readStruct(types, type, value, budget, depth + 1)
    return children && { name: label, type, children }
  }
  const text = readValue(type, value)
  return text === null ? null : { name: label, type, value: text }
}

/** Writes a value of a basic type as text; null when the value does not fit the type. */
function readValue(type: string, value: unknown): string | null {
  if (type === 'string') return typeof value === 'string' ? value : null
  if (type === 'bool') return typeof value === 'boolean' ? String(value) : null
  if (type === 'address') return evmAddress(value)
  const bytes = /^bytes([1-9]|[12]\d|3[0-2])?$/.exec(type)
  if (bytes)
    return isHexBytes(value) && (!bytes[1] || value.length === 2 + Number(bytes[1]) * 2)
      ? value
      : null
  // Short type names such as `uint` are refused: EIP-712 does not define them, and the worker
  // refuses to sign them.
  const number = /^(u?)int([1-9]\d{0,2})$/.exec(type)
  if (!number) return null
  const bitCount = BigInt(number[2] ?? 0)
  const structFields = toInteger(value)
  if (structFields === null || bitCount < 8n || bitCount > 256n || bitCount % 8n !== 0n) return null
  const [least, most] = number[1]
    ? [0n, 1n << bitCount]
    : [-(1n << (bitCount - 1n)), 1n << (bitCount - 1n)]
  return structFields >= least && structFields < most ? structFields.toString() : null
}

export function toInteger(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : null
  if (typeof value !== 'string' || value.length > 80) return null
  return /^(-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(value) ? BigInt(value) : null
}

/** The value, as text, of the field `label` among `nodes`. */
export function fieldText(nodes: readonly TreeNode[], label: string): string | undefined {
  return nodes.find((node) => node.name === label)?.value
}
