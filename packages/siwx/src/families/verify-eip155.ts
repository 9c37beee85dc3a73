import type { ChainId } from '@latchkey/protocol'
import { createPublicClient, fallback, type Hex, http, isHex, verifyMessage } from 'viem'
import { refuse } from '../errors/siwx-error.ts'
import { fetchWhole } from './fetch-whole.ts'

/** The owner's nodes: a URL, or several to be tried in turn, for each chain. */
export type Nodes = Readonly<Record<ChainId, string | readonly string[]>>

const timeoutMs = 10_000

/** What has signed for an account: its key, or the contract that it is. */
export type Signer = 'key' | 'contract'

/**
 * What has signed a text for an account of an Ethereum-like chain: its key (EIP-191), for which
 * no node is asked, or a contract, deployed (ERC-1271) or not yet (ERC-6492); undefined: nothing.
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
  const last = { isDown: false }
  const fetchNode = fetchWhole(timeoutMs)
  // viem takes a call that no node answered for one that the contract refused.
  const fetchFn: typeof fetch = async (...request) => {
    last.isDown = true
    const response = await fetchNode(...request)
    last.isDown = response.status === 429 || response.status >= 500
    return response
  }
  const client = createPublicClient({
    // Whoever signs chooses the contract, and with it, by ERC-3668, addresses that this server would
    // fetch.
    ccipRead: false,
    transport: fallback(
      urls.map((url) => http(url, { timeout: timeoutMs, retryCount: 1, fetchFn })),
      { retryCount: 0 },
    ),
  })
  // A contract with the same address on another chain may belong to somebody else.
  const served = await client
    .getChainId()
    .catch((cause) => refuse('sign-in-node-unavailable', undefined, cause))
  if (`eip155:${served}` !== chain)
    refuse('sign-in-node-unavailable', `the node that is set for ${chain} serves another chain`)
  const isValid = await client.verifyMessage(proof).catch(() => false)
  return !isValid && last.isDown ? refuse('sign-in-node-unavailable') : isValid
}
