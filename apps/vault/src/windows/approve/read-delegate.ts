import { askNode } from './ask-node.ts'

/**
 * Reads from the project's node which contract's code an account runs (EIP-7702); null when it runs
 * none, or when the node does not answer.
 */
export async function readDelegate(
  rpc: string,
  account: string,
  fetcher: typeof fetch = fetch,
): Promise<string | null> {
  try {
    const code = await askNode(rpc, 'eth_getCode', [account, 'latest'], fetcher)
    const [, digits] = /^0xef0100([0-9a-f]{40})$/i.exec(String(code)) ?? []
    return digits === undefined ? null : `0x${digits.toLowerCase()}`
  } catch {
    return null
  }
}
