import { type Address, createPublicClient, http, parseEther, toHex } from 'viem'
import { entryPointContracts } from '../bundler/entry-point-contracts.ts'
import { smartAccountContracts } from '../bundler/smart-account-contracts.ts'
import { type AddressName, addresses, deployer } from '../evm/addresses.ts'
import { compile } from '../evm/compile.ts'
import { deployFarcaster } from '../farcaster/deploy-farcaster.ts'
import { deployCollectibles } from './deploy-collectibles.ts'
import { deployExchange, readPools } from './deploy-exchange.ts'
import { deployNames, deployZone, type ZoneOptions } from './deploy-names.ts'
import { type AskNode, createDeploymentTools } from './deployment-tools.ts'

/**
 * Deploys every contract, pool, token and name on a new node; returns their addresses. The order is
 * fixed, because the address of a contract follows from the nonce of its deployment. Where an
 * optional npm package is not installed, no code is deployed at its contracts' addresses.
 */
export async function deployWorld(
  url: string,
  names: ZoneOptions,
): Promise<Record<AddressName, Address>> {
  const artifacts = await compile()
  const client = createPublicClient({ transport: http(url) })
  const askNode: AskNode = (method, params) => client.request({ method, params } as never)
  const tools = createDeploymentTools(askNode, artifacts)
  const { artifactOf } = tools

  await askNode('anvil_impersonateAccount', [deployer])
  await askNode('anvil_setBalance', [deployer, toHex(parseEther('10000000'))])
  await askNode('anvil_setCode', [addresses.multicall3, artifactOf('Multicall3').runtime])

  const exchange = await deployExchange(tools)
  const collectibles = await deployCollectibles(tools)
  const ens = await deployNames(tools)
  const zoneResolver = await deployZone(tools, ens.nameRegistry, names)
  // New contracts are deployed after all others, so that the others keep their addresses.
  const farcaster = await deployFarcaster({
    make: (contract) => tools.deployContract(artifactOf(contract)),
    call: (contractAddress, contract, functionName, args) =>
      tools.callContract(contractAddress, artifactOf(contract).abi, functionName, args),
  })
  const deterministicContracts = { ...entryPointContracts(), ...smartAccountContracts(artifacts) }
  for (const { transaction } of Object.values(deterministicContracts)) {
    await tools.submitTransaction(transaction)
  }
  await tools.awaitTransactions()
  const pools = await readPools(client, exchange)
  await askNode('anvil_stopImpersonatingAccount', [deployer])
  return {
    ...addresses,
    ...exchange,
    ...collectibles,
    ...ens,
    zoneResolver,
    ...farcaster,
    ...Object.fromEntries(
      Object.entries(deterministicContracts).map(([name, { address }]) => [name, address]),
    ),
    ...pools,
  }
}
