import {
  type Abi,
  type Address,
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  labelhash,
  namehash,
  parseEther,
  toHex,
} from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { entryPointContracts } from '../bundler/entry-point-contracts.ts'
import { smartAccountContracts } from '../bundler/smart-account-contracts.ts'
import { accounts } from '../evm/accounts.ts'
import { type AddressName, addresses, deployer } from '../evm/addresses.ts'
import { makeAvatar } from '../evm/avatar.ts'
import { type Artifact, compile, readExchangeArtifacts } from '../evm/compile.ts'
import { zone } from '../evm/zone.ts'
import { deployFarcaster } from '../farcaster/deploy-farcaster.ts'

type ContractCode = Pick<Artifact, 'abi' | 'bytecode'>
type Rpc = (method: string, params: unknown) => Promise<unknown>
type Addresses<T> = Readonly<Record<keyof T, Address>>
type CallContract = (
  contractAddress: Address,
  abi: Abi,
  functionName: string,
  args: readonly unknown[],
  value?: bigint,
) => Promise<void>

const zeroNode = `0x${'0'.repeat(64)}` as const
const farFuture = 2n ** 255n

/** Settings of the zone's resolver. */
export interface ZoneOptions {
  /** Address of the gateway that keeps the names. */
  readonly gateway: string
  /** Accepted signers; default: the address of the development key. */
  readonly signers?: readonly Address[] | undefined
}

/** Deploys every contract, pool, token and name on a new node; returns their addresses. */
export async function deployWorld(
  url: string,
  names: ZoneOptions,
): Promise<Record<AddressName, Address>> {
  const artifacts = await compile()
  const exchange = readExchangeArtifacts()
  const client = createPublicClient({ transport: http(url) })
  const askNode: Rpc = (method, params) => client.request({ method, params } as never)
  const deployState = { nonce: 0 }

  await askNode('anvil_impersonateAccount', [deployer])
  await askNode('anvil_setBalance', [deployer, toHex(parseEther('10000000'))])

  const submitTransaction = async (transaction: {
    to?: Address
    data: Hex
    value?: Hex
  }): Promise<void> => {
    const nonce = toHex(deployState.nonce++)
    // A fixed gas limit saves an estimate per transaction; a revert is detected by the check below.
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
  const callContract: CallContract = (contractAddress, abi, functionName, args, value = 0n) =>
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

  await askNode('anvil_setCode', [addresses.multicall3, artifactOf('Multicall3').runtime])

  const weth = await deployContract(exchange.weth)
  const factory = await deployContract(exchange.factory, [deployer])
  const router = await deployContract(exchange.router, [factory, weth])
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
    await callContract(
      router,
      exchange.router.abi,
      'addLiquidityETH',
      liquidityArgs,
      parseEther('1000'),
    )
    for (const account of accounts) {
      await callContract(address, token.abi, 'mint', [account.address, 10_000n * unit])
    }
  }

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

  const ens = await deployNames({ make: deployContract, call: callContract, own: artifactOf })
  const zoneResolver = await deployZone(
    { make: deployContract, call: callContract, own: artifactOf },
    ens.nameRegistry,
    names,
  )
  // Deployed last, so that earlier contracts keep their addresses.
  const farcaster = await deployFarcaster({
    make: (contract) => deployContract(artifactOf(contract)),
    call: (contractAddress, contract, functionName, args) =>
      callContract(contractAddress, artifactOf(contract).abi, functionName, args),
  })
  const deterministicContracts = { ...entryPointContracts(), ...smartAccountContracts(artifacts) }
  for (const { transaction } of Object.values(deterministicContracts)) {
    await submitTransaction(transaction)
  }
  await awaitTransactions(askNode, deployState.nonce)
  const tokenPairs = await Promise.all(
    [latch, usdc].map((address) =>
      client.readContract({
        address: factory,
        abi: exchange.factory.abi,
        functionName: 'getPair',
        args: [weth, address],
      }),
    ),
  )
  await askNode('anvil_stopImpersonatingAccount', [deployer])
  return {
    multicall3: addresses.multicall3,
    weth,
    factory,
    router,
    latch,
    usdc,
    nft,
    spamNft,
    ...ens,
    zoneResolver,
    ...farcaster,
    ...(Object.fromEntries(
      Object.entries(deterministicContracts).map(([name, { address }]) => [name, address]),
    ) as Addresses<typeof deterministicContracts>),
    latchPool: tokenPairs[0] as Address,
    usdcPool: tokenPairs[1] as Address,
  }
}

/**
 * The node accepts transactions before it mines them, and counts a transaction before its block can
 * be read. Therefore this function reads block after block until it has seen every transaction, and
 * checks that none reverted.
 */
async function awaitTransactions(rpc: Rpc, count: number): Promise<void> {
  const deadline = performance.now() + 10_000
  const blockProgress = { block: 0, count: 0 }
  while (blockProgress.count < count) {
    const nextBlock = toHex(blockProgress.block + 1)
    const receipts = (await rpc('eth_getBlockReceipts', [nextBlock])) as
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

interface ZoneTools {
  readonly make: (code: ContractCode, args?: readonly unknown[]) => Promise<Address>
  readonly call: CallContract
  readonly own: (name: string) => Artifact
}

/** Deploys the resolver of the zone; a gateway keeps the names below the zone. */
async function deployZone(
  { make, call, own }: ZoneTools,
  registry: Address,
  { gateway, signers = [privateKeyToAddress(zone.key)] }: ZoneOptions,
): Promise<Address> {
  const resolver = await make(own('ZoneResolver'), [
    [`${gateway}/v1/ccip/{sender}/{data}`],
    signers,
  ])
  await call(registry, own('NameRegistry').abi, 'setResolver', [namehash(zone.name), resolver])
  return resolver
}

async function deployNames({
  make,
  call,
  own,
}: ZoneTools): Promise<
  Record<'nameRegistry' | 'nameResolver' | 'reverseRegistrar' | 'universalResolver', Address>
> {
  const registryAbi = own('NameRegistry').abi
  const resolverAbi = own('NameResolver').abi
  const registrarAbi = own('ReverseRegistrar').abi
  const nameRegistry = await make(own('NameRegistry'))
  const nameResolver = await make(own('NameResolver'), [nameRegistry])
  const reverseRegistrar = await make(own('ReverseRegistrar'), [
    nameRegistry,
    nameResolver,
    namehash('addr.reverse'),
  ])
  const universalResolver = await make(own('UniversalResolver'), [nameRegistry, reverseRegistrar])

  const zeroAddress = '0x0000000000000000000000000000000000000000'
  await call(nameRegistry, registryAbi, 'setSubnodeOwner', [zeroNode, labelhash('eth'), deployer])
  await call(nameRegistry, registryAbi, 'setSubnodeOwner', [
    zeroNode,
    labelhash('reverse'),
    deployer,
  ])
  const reverseRecord = [namehash('reverse'), labelhash('addr'), reverseRegistrar, zeroAddress, 0n]
  await call(nameRegistry, registryAbi, 'setSubnodeRecord', reverseRecord)

  const avatars: Record<string, string> = {
    'ada.eth': makeAvatar([34, 211, 238], [126, 34, 206]),
    'grace.eth': makeAvatar([251, 146, 60], [219, 39, 119]),
    'mallory.eth': 'javascript:alert(document.domain)',
  }
  for (const { name, address } of [
    ...accounts,
    { name: 'latchkey.eth', address: deployer } as const,
  ]) {
    const node = namehash(name)
    const label = labelhash(name.slice(0, -'.eth'.length))
    const subnodeRecord = [namehash('eth'), label, deployer, nameResolver, 0n]
    await call(nameRegistry, registryAbi, 'setSubnodeRecord', subnodeRecord)
    await call(nameResolver, resolverAbi, 'setAddr', [node, address])
    const avatar = avatars[name]
    if (avatar) await call(nameResolver, resolverAbi, 'setText', [node, 'avatar', avatar])
    if (address === deployer) continue
    await call(nameRegistry, registryAbi, 'setOwner', [node, address])
    const claimed = name === 'mallory.eth' ? 'ada.eth' : name
    await call(reverseRegistrar, registrarAbi, 'setNameForAddr', [address, claimed])
  }
  return { nameRegistry, nameResolver, reverseRegistrar, universalResolver }
}

function describeToken(name: string, description: string, image: string): string {
  const metadataJson = JSON.stringify({ name, description, image })
  return `data:application/json;base64,${Buffer.from(metadataJson).toString('base64')}`
}
