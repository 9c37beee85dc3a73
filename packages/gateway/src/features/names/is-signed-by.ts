import type { ChainId } from '@latchkey/protocol'
import { type Hex, verifyMessage } from 'viem'
import { nodeClient } from '../../families/evm/nodes/node-client.ts'
import type { NodePort } from '../../ports/node-port.ts'

interface SignedMessage {
  readonly address: Hex
  readonly message: string
  readonly signature: Hex
}

/**
 * Whether an address signed a text: with its key (EIP-191), or as a contract, deployed or not yet
 * deployed (ERC-1271, ERC-6492).
 * @param chain - chain of the contract; undefined means that only signatures by keys are accepted
 * @throws a refusal: 503 when no node answers
 */
export async function isSignedBy(
  signedMessage: SignedMessage,
  chain: ChainId | undefined,
  nodes: NodePort,
  signal?: AbortSignal,
): Promise<boolean> {
  if (await verifyMessage(signedMessage).catch(() => false)) return true
  if (chain === undefined) return false
  const nodeOutage: { cause?: unknown } = {}
  const client = nodeClient(nodes, chain, {
    signal,
    onDown: (cause) => Object.assign(nodeOutage, { cause }),
  })
  const isValidSignature = await client.verifyMessage(signedMessage).catch(() => false)
  if (!isValidSignature && nodeOutage.cause) throw nodeOutage.cause
  return isValidSignature
}
