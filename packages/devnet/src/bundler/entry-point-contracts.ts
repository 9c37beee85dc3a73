import { encodeDeployData } from 'viem'
import { isInstalled } from '../evm/compile.ts'
import { type DeterministicContract, deterministicContract } from './deterministic-contract.ts'
import { readReferenceContract } from './read-reference-contract.ts'

/**
 * Deployments of the ERC-4337 v0.7 EntryPoint and its simple-account factory at their public
 * addresses. They use the same code, factory and salt, so that the EntryPoint's SenderCreator has
 * its public address too. None where the package of the reference contracts is not installed.
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
