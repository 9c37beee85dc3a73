import type { Address } from 'viem'
import { accounts } from '../evm/accounts.ts'
import { makeAvatar } from '../evm/avatar.ts'
import type { DeploymentTools } from './deployment-tools.ts'

/**
 * Deploys two NFT collections, one of which imitates spam, and gives a token of each to two
 * accounts.
 */
export async function deployCollectibles({
  deployContract,
  callContract,
  artifactOf,
}: DeploymentTools): Promise<Readonly<Record<'nft' | 'spamNft', Address>>> {
  const collectible = artifactOf('Collectible')
  const keyMetadata = describeToken(
    'Latch Key',
    'A key of the devnet.',
    makeAvatar([37, 99, 235], [16, 185, 129]),
  )
  const spamMetadata = describeToken(
    '5000 LATCH reward',
    'Visit claim-latch.example',
    makeAvatar([250, 204, 21], [239, 68, 68]),
  )
  const nft = await deployContract(collectible, ['Latch Keys', 'KEY', keyMetadata])
  const spamNft = await deployContract(collectible, [
    'Visit claim-latch.example to claim 5000 LATCH',
    'CLAIM',
    spamMetadata,
  ])
  for (const account of accounts.slice(0, 2)) {
    await callContract(nft, collectible.abi, 'mint', [account.address])
    await callContract(spamNft, collectible.abi, 'mint', [account.address])
  }
  return { nft, spamNft }
}

function describeToken(name: string, description: string, image: string): string {
  const metadataJson = JSON.stringify({ name, description, image })
  return `data:application/json;base64,${Buffer.from(metadataJson).toString('base64')}`
}
