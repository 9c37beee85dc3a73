import type { ChainId } from '@latchkey/protocol'
import { createPublicClient, fallback, type Hex, http, isHex, verifyMessage } from 'viem'
import { refuse } from '../errors/siwx-error.ts'
import { fetchWhole } from './fetch-whole.ts'

/** The owner's nodes by CAIP-2 id: one URL for a chain, or several that are tried in turn. */
export type Nodes = Readonly<Record<ChainId, string | readonly string[]>>

const timeoutMs = 10_000

/** What signed for an account: its key, or the contract at its address. */
export type Signer = 'key' | 'contract'

/**
 * Finds out what signed a text for an Ethereum-like account: its key (EIP-191), for which no node
 * is asked, or its contract, deployed (ERC-1271) or not yet (ERC-6492). Returns undefined when
 * neither did.
 * @throws `sign-in-node-unavailable` when the owner's nodes do not answer, or serve another chain
 */
export async function verifyEip155(
  chain: ChainId,
  signed: { readonly address: string; readonly message: string; readonly signature: string },
  nodes: Nodes,
): Promise<Signer | undefined> {
  const { signature } = signed
  if (!isHex(signature) || signature.length % 2 !== 0) return undefined
  const proof = { address: signed.address as Hex, message: signed.message, signature }
  if (await verifyMessage(proof).catch(() => false)) return 'key'
  const urls = Object.hasOwn(nodes, chain) ? [nodes[chain] ?? []].flat() : []
  const isAccepted = urls.length > 0 && (await isAcceptedByContract(chain, proof, urls))
  return isAccepted ? 'contract' : undefined
}

async function isAcceptedByContract(
  chain: ChainId,
  proof: { readonly address: Hex; readonly message: string; readonly signature: Hex },
  urls: readonly string[],
): Promise<boolean> {
  const lastRequest = { isDown: false }
  const fetchNode = fetchWhole(timeoutMs)
  // viem reports a call that no node answered like one that the contract refused. So this `fetch`
  // notes whether the last request found the node down.
  const fetchFn: typeof fetch = async (...request) => {
    lastRequest.isDown = true
    const response = await fetchNode(...request)
    lastRequest.isDown = response.status === 429 || response.status >= 500
    return response
  }
  const client = createPublicClient({
    // Whoever signs chooses the contract, and by ERC-3668 a contract can name URLs to be fetched.
    // This server must not fetch them.
    ccipRead: false,
    transport: fallback(
      urls.map((url) => http(url, { timeout: timeoutMs, retryCount: 1, fetchFn })),
      { retryCount: 0 },
    ),
  })
  // The node must serve the account's chain, because a contract with the same address on another
  // chain may belong to somebody else.
  const served = await client
    .getChainId()
    .catch((cause) => refuse('sign-in-node-unavailable', undefined, cause))
  if (`eip155:${served}` !== chain)
    refuse('sign-in-node-unavailable', `the node that is set for ${chain} serves another chain`)
  const isValid = await client.verifyMessage(proof).catch(() => false)
  return !isValid && lastRequest.isDown ? refuse('sign-in-node-unavailable') : isValid
}
