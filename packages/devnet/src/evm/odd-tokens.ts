import {
  type Address,
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  parseEther,
  toHex,
} from 'viem'
import { accounts } from './accounts.ts'
import { addresses, deployer } from './addresses.ts'
import { compile, readExchangeArtifacts } from './compile.ts'
import { receiptOf } from './receipt-of.ts'

/**
 * Tokens with unusual behaviour that breaks careless swap contracts; 18 decimals, each with a pool
 * of 1,000 ETH and 2,000,000 tokens.
 */
export interface OddTokens {
  /**
   * A token like USDT: a non-zero allowance must be reset to zero before a change, and calls return
   * no data.
   */
  readonly reset: Address
  /** A token with a transfer fee; `setFee(uint256)` changes it, in hundredths of a percent. */
  readonly fee: Address
}

const abi = parseAbi(['function mint(address,uint256)', 'function approve(address,uint256)'])
const tokenUnit = 10n ** 18n

/**
 * Deploys the tokens with unusual behaviour on a running devnet, and gives 10,000 of each to every
 * account. Their addresses are not fixed.
 */
export async function deployOddTokens(
  url: string,
  { feeBps = 150n }: { readonly feeBps?: bigint } = {},
): Promise<OddTokens> {
  const artifacts = await compile()
  const { router } = readExchangeArtifacts()
  const client = createPublicClient({ transport: http(url) })
  const rpc = client.request as unknown as (ask: {
    method: string
    params: unknown
  }) => Promise<unknown>
  const submitTransaction = async (
    data: Hex,
    recipient?: Address,
    value = 0n,
  ): Promise<Address | null | undefined> => {
    const transaction = {
      from: deployer,
      gas: '0x989680',
      data,
      value: toHex(value),
      ...(recipient && { to: recipient }),
    }
    const hash = (await rpc({ method: 'eth_sendTransaction', params: [transaction] })) as Hex
    const { status, contractAddress } = await receiptOf(url, hash)
    if (status !== 'success') throw new Error(`an odd token failed in transaction ${hash}`)
    return contractAddress
  }
  const makeToken = async (
    name: 'ResetToken' | 'FeeToken',
    args: readonly unknown[],
  ): Promise<Address> => {
    const artifact = artifacts[name]
    if (!artifact) throw new Error(`contracts/${name}.sol was not compiled`)
    const address = await submitTransaction(
      encodeDeployData({ abi: artifact.abi, bytecode: artifact.bytecode, args }),
    )
    if (!address) throw new Error(`${name} was not made`)
    const initialSupply = 2_000_000n * tokenUnit
    await submitTransaction(
      encodeFunctionData({ abi, functionName: 'mint', args: [deployer, initialSupply] }),
      address,
    )
    await submitTransaction(
      encodeFunctionData({ abi, functionName: 'approve', args: [addresses.router, initialSupply] }),
      address,
    )
    const liquidityArgs = [address, initialSupply, 0n, 0n, deployer, 2n ** 255n]
    const addLiquidityData = encodeFunctionData({
      abi: router.abi,
      functionName: 'addLiquidityETH',
      args: liquidityArgs,
    })
    await submitTransaction(addLiquidityData, addresses.router, parseEther('1000'))
    for (const { address: recipient } of accounts) {
      await submitTransaction(
        encodeFunctionData({ abi, functionName: 'mint', args: [recipient, 10_000n * tokenUnit] }),
        address,
      )
    }
    return address
  }
  await rpc({ method: 'anvil_impersonateAccount', params: [deployer] })
  try {
    return {
      reset: await makeToken('ResetToken', ['Reset Token', 'RESET', 18]),
      fee: await makeToken('FeeToken', ['Fee Token', 'FEE', 18, feeBps]),
    }
  } finally {
    await rpc({ method: 'anvil_stopImpersonatingAccount', params: [deployer] })
  }
}
