import { type Address, labelhash, namehash } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { accounts } from '../evm/accounts.ts'
import { deployer } from '../evm/addresses.ts'
import { makeAvatar } from '../evm/avatar.ts'
import { zone } from '../evm/zone.ts'
import type { DeploymentTools } from './deployment-tools.ts'

const zeroNode = `0x${'0'.repeat(64)}` as const

/** Settings of the resolver for the devnet's ENS name that a gateway serves (`zone`). */
export interface ZoneOptions {
  /** URL of the gateway that stores the subnames. */
  readonly gateway: string
  /** Addresses whose signatures the resolver accepts; default: that of the development key. */
  readonly signers?: readonly Address[] | undefined
}

/** Deploys the ENS contracts, and registers the accounts' names. */
export async function deployNames({
  deployContract,
  callContract,
  artifactOf,
}: DeploymentTools): Promise<
  Record<'nameRegistry' | 'nameResolver' | 'reverseRegistrar' | 'universalResolver', Address>
> {
  const registryAbi = artifactOf('NameRegistry').abi
  const resolverAbi = artifactOf('NameResolver').abi
  const registrarAbi = artifactOf('ReverseRegistrar').abi
  const nameRegistry = await deployContract(artifactOf('NameRegistry'))
  const nameResolver = await deployContract(artifactOf('NameResolver'), [nameRegistry])
  const reverseRegistrar = await deployContract(artifactOf('ReverseRegistrar'), [
    nameRegistry,
    nameResolver,
    namehash('addr.reverse'),
  ])
  const universalResolver = await deployContract(artifactOf('UniversalResolver'), [
    nameRegistry,
    reverseRegistrar,
  ])

  const zeroAddress = '0x0000000000000000000000000000000000000000'
  await callContract(nameRegistry, registryAbi, 'setSubnodeOwner', [
    zeroNode,
    labelhash('eth'),
    deployer,
  ])
  await callContract(nameRegistry, registryAbi, 'setSubnodeOwner', [
    zeroNode,
    labelhash('reverse'),
    deployer,
  ])
  const reverseRecord = [namehash('reverse'), labelhash('addr'), reverseRegistrar, zeroAddress, 0n]
  await callContract(nameRegistry, registryAbi, 'setSubnodeRecord', reverseRecord)

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
    await callContract(nameRegistry, registryAbi, 'setSubnodeRecord', subnodeRecord)
    await callContract(nameResolver, resolverAbi, 'setAddr', [node, address])
    const avatar = avatars[name]
    if (avatar) await callContract(nameResolver, resolverAbi, 'setText', [node, 'avatar', avatar])
    if (address === deployer) continue
    await callContract(nameRegistry, registryAbi, 'setOwner', [node, address])
    const claimed = name === 'mallory.eth' ? 'ada.eth' : name
    await callContract(reverseRegistrar, registrarAbi, 'setNameForAddr', [address, claimed])
  }
  return { nameRegistry, nameResolver, reverseRegistrar, universalResolver }
}

/** Deploys the resolver for `zone`, the ENS name whose subnames a gateway stores. */
export async function deployZone(
  { deployContract, callContract, artifactOf }: DeploymentTools,
  registry: Address,
  { gateway, signers = [privateKeyToAddress(zone.key)] }: ZoneOptions,
): Promise<Address> {
  const resolver = await deployContract(artifactOf('ZoneResolver'), [
    [`${gateway}/v1/ccip/{sender}/{data}`],
    signers,
  ])
  await callContract(registry, artifactOf('NameRegistry').abi, 'setResolver', [
    namehash(zone.name),
    resolver,
  ])
  return resolver
}
