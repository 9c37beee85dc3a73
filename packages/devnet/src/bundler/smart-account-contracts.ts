import { encodeDeployData } from 'viem'
import type { Artifact } from '../evm/compile.ts'
import { type DeterministicContract, deterministicContract } from './deterministic-contract.ts'

/**
 * The deployments of the three smart-account contracts in `contracts/`, at addresses that follow
 * from their code.
 */
export function smartAccountContracts(
  artifacts: Readonly<Record<string, Artifact>>,
): Readonly<
  Record<'smartAccount' | 'smartAccountFactory' | 'batchDelegate', DeterministicContract>
> {
  const artifactOf = (name: string): Artifact => {
    const artifact = artifacts[name]
    if (!artifact) throw new Error(`contracts/${name}.sol was not compiled`)
    return artifact
  }
  const smartAccount = deterministicContract(artifactOf('SmartAccount').bytecode)
  const factory = encodeDeployData({
    ...artifactOf('SmartAccountFactory'),
    args: [smartAccount.address],
  })
  return {
    smartAccount,
    smartAccountFactory: deterministicContract(factory),
    batchDelegate: deterministicContract(artifactOf('BatchDelegate').bytecode),
  }
}
