import { evmAddress } from '../shapes.ts'
import { fieldText, type TreeNode } from './tree.ts'

/** A field's number of the first level; null where it has none that is not negative. */
export function numberOf(nodes: readonly TreeNode[], name: string): bigint | null {
  const value = fieldText(nodes, name)
  return value !== undefined && /^\d+$/.test(value) ? BigInt(value) : null
}

/** A field's address; null for anything else. */
export function addressOf(nodes: readonly TreeNode[], name: string): string | null {
  return evmAddress(fieldText(nodes, name))
}

export function childrenOf(nodes: readonly TreeNode[], name: string): readonly TreeNode[] {
  return nodes.find((node) => node.name === name)?.children ?? []
}

/** The fields of each struct in a list. */
export function itemsOf(
  nodes: readonly TreeNode[],
  name: string,
): readonly (readonly TreeNode[])[] {
  return childrenOf(nodes, name).map((node) => node.children ?? [])
}

/**
 * Names and types of a struct as they are hashed: `address to,uint256 value`. A contract takes
 * exactly its own.
 */
export function formOf(nodes: readonly TreeNode[]): string {
  return nodes.map(({ name, type }) => `${type} ${name}`).join(',')
}
