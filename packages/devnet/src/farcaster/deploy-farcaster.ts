import { type Address, encodeAbiParameters } from 'viem'
import { farcasterPeople } from './farcaster-people.ts'

/** Functions that deploy a contract and call one. */
export interface DeployTools {
  readonly make: (contract: string) => Promise<Address>
  readonly call: (
    to: Address,
    contract: string,
    functionName: string,
    args: readonly unknown[],
  ) => Promise<void>
}

/** A signing address in the form in which the key registry stores a key: ABI-encoded. */
export const keyOf = (address: Address): `0x${string}` =>
  encodeAbiParameters([{ type: 'address' }], [address])

/** Deploys Farcaster's id registry and key registry, and registers the test people. */
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
