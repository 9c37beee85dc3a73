import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  toHex,
} from 'viem'
import { deployer } from '../evm/addresses.ts'
import type { Artifact } from '../evm/compile.ts'

type ContractCode = Pick<Artifact, 'abi' | 'bytecode'>

/** Sends one JSON-RPC request to the node. */
export type AskNode = (method: string, params: unknown) => Promise<unknown>

/** Functions that deploy the devnet's contracts and call them, all from the deployer's account. */
export interface DeploymentTools {
  submitTransaction(transaction: {
    readonly to?: Address
    readonly data: Hex
    readonly value?: Hex
  }): Promise<void>
  /**
   * Uses up one nonce of the deployer in place of a deployment that is left out, so that later
   * contracts keep their addresses.
   */
  skipTransaction(): Promise<void>
  deployContract(code: ContractCode, args?: readonly unknown[]): Promise<Address>
  callContract(
    contractAddress: Address,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
    value?: bigint,
  ): Promise<void>
  /** @throws when `contracts/` has no contract of this name */
  artifactOf(name: string): Artifact
  /** Waits until every submitted transaction is in a block, and throws if one reverted. */
  awaitTransactions(): Promise<void>
}

/**
 * Creates the functions. They count the deployer's nonces themselves, so a node may have only one
 * set of them.
 */
export function createDeploymentTools(
  askNode: AskNode,
  artifacts: Readonly<Record<string, Artifact>>,
): DeploymentTools {
  const deployState = { nonce: 0 }
  const submitTransaction: DeploymentTools['submitTransaction'] = async (transaction) => {
    const nonce = toHex(deployState.nonce++)
    // A fixed gas limit makes gas estimates unnecessary; `awaitTransactions` detects a revert.
    await askNode('eth_sendTransaction', [
      { from: deployer, gas: '0x989680', nonce, ...transaction },
    ])
  }
  const deployContract = async (
    { abi, bytecode }: ContractCode,
    args: readonly unknown[] = [],
  ): Promise<Address> => {
    const address = getContractAddress({ from: deployer, nonce: BigInt(deployState.nonce) })
    await submitTransaction({ data: encodeDeployData({ abi, bytecode, args }) })
    return address
  }
  const callContract: DeploymentTools['callContract'] = (
    contractAddress,
    abi,
    functionName,
    args,
    value = 0n,
  ) =>
    submitTransaction({
      to: contractAddress,
      data: encodeFunctionData({ abi, functionName, args }),
      value: toHex(value),
    })
  const artifactOf = (name: string): Artifact => {
    const artifact = artifacts[name]
    if (!artifact) throw new Error(`contracts/${name}.sol was not compiled`)
    return artifact
  }
  return {
    submitTransaction,
    skipTransaction: () => submitTransaction({ to: deployer, data: '0x' }),
    deployContract,
    callContract,
    artifactOf,
    awaitTransactions: () => awaitTransactions(askNode, deployState.nonce),
  }
}

/**
 * The node accepts transactions before it mines them, and counts a transaction before its block can
 * be read. Therefore this function reads block after block until it has seen every transaction, and
 * checks that none reverted.
 */
async function awaitTransactions(askNode: AskNode, count: number): Promise<void> {
  const deadline = performance.now() + 10_000
  const blockProgress = { block: 0, count: 0 }
  while (blockProgress.count < count) {
    const nextBlock = toHex(blockProgress.block + 1)
    const receipts = (await askNode('eth_getBlockReceipts', [nextBlock])) as
      | readonly { readonly status: Hex; readonly transactionHash: Hex }[]
      | null
    if (receipts === null) {
      if (performance.now() > deadline)
        throw new Error(
          `the devnet mined ${blockProgress.count} of the ${count} transactions it was given in ten seconds`,
        )
      await new Promise((resolve) => setTimeout(resolve, 10))
      continue
    }
    blockProgress.block += 1
    blockProgress.count += receipts.length
    const reverted = receipts.find((receipt) => receipt.status !== '0x1')
    if (reverted)
      throw new Error(`the devnet's deployment reverted in transaction ${reverted.transactionHash}`)
  }
}
