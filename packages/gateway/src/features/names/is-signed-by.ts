import type { ChainId } from '@latchkey/protocol'
import { type Hex, verifyMessage } from 'viem'
import { nodeClient } from '../../families/evm/nodes/node-client.ts'
import type { NodePort } from '../../ports/node-port.ts'

interface Signed {
  readonly address: Hex
  readonly message: string
  readonly signature: Hex
}

/**
 * Whether an address signed a text: by its key (EIP-191), else as a contract, deployed or not yet
 * (ERC-1271, ERC-6492).
 * @param chain - chain of the contract; undefined: only keys count
 * @throws a refusal: 503 when no node answers
 */
export async function isSignedBy(
  signed: Signed,
  chain: ChainId | undefined,
  nodes: NodePort,
  signal?: AbortSignal,
): Promise<boolean> {
  if (await verifyMessage(signed).catch(() => false)) return true
  if (chain === undefined) return false
  const down: { cause?: unknown } = {}
  const client = nodeClient(nodes, chain, {
    signal,
    onDown: (cause) => Object.assign(down, { cause }),
  })
  const isGood = await client.verifyMessage(signed).catch(() => false)
  if (!isGood && down.cause) throw down.cause
  return isGood
}
