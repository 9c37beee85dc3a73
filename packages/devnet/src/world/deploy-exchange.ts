import { type Address, type PublicClient, parseAbi, parseEther } from 'viem'
import { accounts } from '../evm/accounts.ts'
import { addresses, deployer } from '../evm/addresses.ts'
import { findExchangeArtifacts } from '../evm/compile.ts'
import type { DeploymentTools } from './deployment-tools.ts'

const farFuture = 2n ** 255n
const factoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])

/** Addresses of the Uniswap v2 exchange, and of the two tokens that it trades for Ether. */
export type Exchange = Readonly<Record<'weth' | 'factory' | 'router' | 'latch' | 'usdc', Address>>

/**
 * Deploys the Uniswap v2 exchange and two tokens, fills a pool for each token, and gives tokens to
 * the accounts. When the exchange's npm packages are not installed, no code is deployed at its
 * addresses.
 */
export async function deployExchange(tools: DeploymentTools): Promise<Exchange> {
  const { deployContract, callContract, skipTransaction, artifactOf } = tools
  const exchange = findExchangeArtifacts()
  const { weth, factory, router } = addresses
  if (exchange) {
    await deployContract(exchange.weth)
    await deployContract(exchange.factory, [deployer])
    await deployContract(exchange.router, [factory, weth])
  } else {
    for (const _ of [weth, factory, router]) {
      await skipTransaction()
    }
  }
  const token = artifactOf('Token')
  const latch = await deployContract(token, ['Latch Token', 'LATCH', 18])
  const usdc = await deployContract(token, ['USD Coin (devnet)', 'USDC', 6])
  for (const [address, perEther, unit] of [
    [latch, 2_000n, 10n ** 18n],
    [usdc, 2_500n, 10n ** 6n],
  ] as const) {
    const initialSupply = 1_000n * perEther * unit
    await callContract(address, token.abi, 'mint', [deployer, initialSupply])
    await callContract(address, token.abi, 'approve', [router, initialSupply])
    const liquidityArgs = [address, initialSupply, 0n, 0n, deployer, farFuture]
    if (exchange)
      await callContract(
        router,
        exchange.router.abi,
        'addLiquidityETH',
        liquidityArgs,
        parseEther('1000'),
      )
    else await skipTransaction()
    for (const account of accounts) {
      await callContract(address, token.abi, 'mint', [account.address, 10_000n * unit])
    }
  }
  return { weth, factory, router, latch, usdc }
}

/** Reads the addresses of the pools, once the transactions of `deployExchange` are mined. */
export async function readPools(
  client: PublicClient,
  { weth, factory, latch, usdc }: Exchange,
): Promise<Readonly<Record<'latchPool' | 'usdcPool', Address>>> {
  if (!findExchangeArtifacts())
    return { latchPool: addresses.latchPool, usdcPool: addresses.usdcPool }
  const readPool = (token: Address): Promise<Address> =>
    client.readContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'getPair',
      args: [weth, token],
    })
  const [latchPool, usdcPool] = await Promise.all([readPool(latch), readPool(usdc)])
  return { latchPool, usdcPool }
}
