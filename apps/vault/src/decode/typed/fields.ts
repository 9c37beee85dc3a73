import { evmAddress } from '../shapes.ts'
import { fieldText, type TreeNode } from './tree.ts'

/**
 * The value of the number field `name` among `nodes`; null when it is missing, no number, or
 * negative.
 */
export function numberField(nodes: readonly TreeNode[], name: string): bigint | null {
  const value = fieldText(nodes, name)
  return value !== undefined && /^\d+$/.test(value) ? BigInt(value) : null
}

/** The value of the address field `name` among `nodes`, in lower case; null for anything else. */
export function addressField(nodes: readonly TreeNode[], name: string): string | null {
  return evmAddress(fieldText(nodes, name))
}

export function childNodes(nodes: readonly TreeNode[], name: string): readonly TreeNode[] {
  return nodes.find((node) => node.name === name)?.children ?? []
}

/** The fields of each struct in the list field `name` among `nodes`. */
export function listItems(
  nodes: readonly TreeNode[],
  name: string,
): readonly (readonly TreeNode[])[] {
  return childNodes(nodes, name).map((node) => node.children ?? [])
}

/**
 * Writes names and types of a struct's fields in the form that is hashed, such as `address
 * to,uint256 value`. A contract accepts only exactly the struct that it defines.
 */
export function describeFieldTypes(nodes: readonly TreeNode[]): string {
  return nodes.map(({ name, type }) => `${type} ${name}`).join(',')
}
