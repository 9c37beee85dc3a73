import { type Address, encodeAbiParameters } from 'viem'
import { farcasterPeople } from './farcaster-people.ts'

/** Functions that the deployment uses: deploy a contract, call one. */
export interface DeployTools {
  readonly make: (contract: string) => Promise<Address>
  readonly call: (
    to: Address,
    contract: string,
    functionName: string,
    args: readonly unknown[],
  ) => Promise<void>
}

/** The registry's format of a key: the ABI-encoded address. */
export const keyOf = (address: Address): `0x${string}` =>
  encodeAbiParameters([{ type: 'address' }], [address])

/** Deploys the two registries and registers the test people. */
export async function deployFarcaster({
  make,
  call,
}: DeployTools): Promise<Readonly<Record<'idRegistry' | 'keyRegistry', Address>>> {
  const idRegistry = await make('IdRegistry')
  const keyRegistry = await make('KeyRegistry')
  for (const { fid, custody, authAddress } of farcasterPeople) {
    await call(idRegistry, 'IdRegistry', 'assign', [BigInt(fid), custody])
    if (authAddress)
      await call(keyRegistry, 'KeyRegistry', 'add', [BigInt(fid), 2, keyOf(authAddress)])
  }
  return { idRegistry, keyRegistry }
}
