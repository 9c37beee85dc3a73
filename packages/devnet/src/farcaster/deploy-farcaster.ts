import { type Address, encodeAbiParameters } from 'viem'
import { farcasterPeople } from './farcaster-people.ts'

/** What a deployment can do: make a contract of ours, call one. */
export interface Hands {
  readonly make: (contract: string) => Promise<Address>
  readonly call: (
    to: Address,
    contract: string,
    functionName: string,
    args: readonly unknown[],
  ) => Promise<void>
}

/** A key as the registry knows it: the address, ABI-encoded. */
export const keyOf = (address: Address): `0x${string}` =>
  encodeAbiParameters([{ type: 'address' }], [address])

/** Puts the two registries up and the test people in. */
export async function deployFarcaster({
  make,
  call,
}: Hands): Promise<Readonly<Record<'idRegistry' | 'keyRegistry', Address>>> {
  const idRegistry = await make('IdRegistry')
  const keyRegistry = await make('KeyRegistry')
  for (const { fid, custody, authAddress } of farcasterPeople) {
    await call(idRegistry, 'IdRegistry', 'assign', [BigInt(fid), custody])
    if (authAddress)
      await call(keyRegistry, 'KeyRegistry', 'add', [BigInt(fid), 2, keyOf(authAddress)])
  }
  return { idRegistry, keyRegistry }
}
