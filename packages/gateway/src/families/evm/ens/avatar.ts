import { encodeFunctionData, type Hex, hexToBigInt, isAddressEqual, parseAbi } from 'viem'
import type { Config } from '../../../base/config/schema.ts'
import type { NodePort } from '../../../ports/node-port.ts'
import { type NftItems, nftKey } from '../history/nft-items.ts'
import { webAddress } from '../history/read-nft-document.ts'
import { readContracts, readWord } from '../nodes/read-contracts.ts'

export interface AvatarDependencies {
  readonly chains: Config['chains']
  readonly nodes: NodePort
  readonly nfts: NftItems
  /**
   * HTTP gateway for `ipfs:` addresses, ending in the content path; without it `ipfs:` pictures are
   * left out.
   */
  readonly ipfsGateway?: string | undefined
}

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
])
/** Pattern of the asset id of a collectible (CAIP-22 and CAIP-29) in an `avatar` record. */
const collectible = /^eip155:(\d{1,20})\/(erc721|erc1155):(0x[\da-f]{40})\/(\d{1,78})$/i
/**
 * Milliseconds that an ENS identity waits for its avatar: the collection's metadata, its document
 * and the picture may be on three external servers.
 */
const avatarTimeoutMs = 3_000
const tokenIdLimit = 2n ** 256n

/**
 * Returns the picture address of an `avatar` record: `https:`, `data:`, `ipfs:`, or a collectible
 * that `owner` must hold (ENSIP-12); undefined for other records, and for pictures that are
 * unavailable now.
 * @param record - text from the resolver, unchecked
 * @param owner - bare address the name resolves to
 */
export async function readAvatar(
  record: string,
  owner: string,
  dependencies: AvatarDependencies,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (/^data:image\//i.test(record)) return record
  const [, reference, standard, contract, number] = collectible.exec(record) ?? []
  if (reference === undefined) return webAddress(record, dependencies.ipfsGateway)
  const chain = dependencies.chains.find(({ id }) => id === `eip155:${BigInt(reference)}`)
  const tokenId = BigInt(number ?? 0)
  if (!chain || tokenId >= tokenIdLimit) return undefined
  const key = {
    chain: chain.id,
    address: contract?.toLowerCase() as Hex,
    tokenId,
    kind: standard?.toLowerCase() === 'erc721' ? 'erc721' : 'erc1155',
  } as const
  if (!(await isHeld(chain, key, owner as Hex, dependencies.nodes, signal).catch(() => false)))
    return undefined
  const image = (await dependencies.nfts.find([key], avatarTimeoutMs)).get(nftKey(key))?.image
  return image && !/^data:/i.test(image)
    ? webAddress(image, dependencies.ipfsGateway)
    : (image ?? undefined)
}

async function isHeld(
  chain: Config['chains'][number],
  {
    address,
    tokenId,
    kind,
  }: { readonly address: Hex; readonly tokenId: bigint; readonly kind: 'erc721' | 'erc1155' },
  owner: Hex,
  nodes: NodePort,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const data =
    kind === 'erc721'
      ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [tokenId] })
      : encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner, tokenId] })
  const [[answer] = []] = await readContracts(chain, [[{ to: address, data }]], nodes, signal)
  if (kind === 'erc1155') return (readWord(answer) ?? 0n) > 0n
  const isAddress = answer?.length === 66 && hexToBigInt(answer) < 2n ** 160n
  return isAddress && isAddressEqual(`0x${answer.slice(26)}`, owner)
}
