import { toRecord } from '../chain.ts'
import { type Family, type FamilyAddress, families } from './family.ts'

/** A site's grant for one family. */
export interface FamilyGrant {
  /** Index of the granted account. */
  readonly account: number
  /** Shared addresses, never empty; stored so that a page gets them without deriving keys. */
  readonly addresses: readonly FamilyAddress[]
}

/** Grants by origin, then by family. */
export type Grants = Readonly<Record<string, Readonly<Partial<Record<Family, FamilyGrant>>>>>

/** Storage of grants; read data is validated. */
export interface GrantStore {
  read(): unknown
  write(grants: Grants): void
}

/** Parses stored grants; malformed ones are dropped. */
export function parseGrants(value: unknown): Grants {
  return Object.fromEntries(
    Object.entries(toRecord(value)).flatMap(([origin, grant]) => {
      const knownGrants = families.flatMap((family) => {
        const familyGrant = toRecord(grant)[family]
        return isGrant(familyGrant, family) ? [[family, familyGrant] as const] : []
      })
      return knownGrants.length > 0 ? [[origin, Object.fromEntries(knownGrants)]] : []
    }),
  )
}

function isGrant(value: unknown, family: Family): value is FamilyGrant {
  const { account, addresses } = toRecord(value)
  if (!Number.isInteger(account) || (account as number) < 0 || !Array.isArray(addresses))
    return false
  return (
    addresses.length > 0 &&
    addresses.length < 5 &&
    addresses.every((familyGrant: unknown) => {
      const { family: addressFamily, address, publicKey, purpose, path } = toRecord(familyGrant)
      return (
        addressFamily === family &&
        [address, publicKey, purpose, path].every((text) => typeof text === 'string')
      )
    })
  )
}
