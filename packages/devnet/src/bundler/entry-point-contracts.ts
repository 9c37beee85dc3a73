import { encodeDeployData } from 'viem'
import { isInstalled } from '../evm/compile.ts'
import { type DeterministicContract, deterministicContract } from './deterministic-contract.ts'
import { readReferenceContract } from './read-reference-contract.ts'

/**
 * Deployments of the ERC-4337 v0.7 EntryPoint and its simple-account factory at the addresses that
 * they have on public chains. Code, factory and salt are those of the public deployments, so that
 * the EntryPoint's SenderCreator has its public address too. Empty when the npm package of the
 * reference contracts is not installed.
 */
export function entryPointContracts(): Readonly<
  Partial<Record<'entryPoint' | 'simpleAccountFactory', DeterministicContract>>
> {
  if (!isInstalled('@account-abstraction/contracts')) return {}
  const entryPointSalt = '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3'
  const entryPoint = deterministicContract(
    readReferenceContract('EntryPoint').bytecode,
    entryPointSalt,
  )
  const factory = encodeDeployData({
    ...readReferenceContract('SimpleAccountFactory'),
    args: [entryPoint.address],
  })
  return { entryPoint, simpleAccountFactory: deterministicContract(factory) }
}
