import type { Address } from 'viem'

/** A person with a Farcaster id on the devnet. */
export interface FarcasterPerson {
  readonly fid: number
  readonly username: string
  readonly displayName: string
  /** Address that owns the Farcaster id. */
  readonly custody: Address
  /** Address that may sign in for the Farcaster id (a key of type 2, "auth address"). */
  readonly authAddress?: Address
  /**
   * Indexes of the person's keys in the usual test mnemonic, `m/44'/60'/0'/0/i`. The custody key
   * signs when there is no auth address, or when an app accepts only the custody address.
   */
  readonly signs: { readonly authAddress?: number; readonly custody: number }
}

/**
 * The test people. On the page that simulates the Farcaster app, the tester signs in as one of
 * them.
 */
export const farcasterPeople: readonly FarcasterPerson[] = [
  {
    fid: 1001,
    username: 'ada',
    displayName: 'Ada',
    custody: '0x09DB0a93B389bEF724429898f539AEB7ac2Dd55f',
    signs: { custody: 20 },
  },
  {
    fid: 1002,
    username: 'grace',
    displayName: 'Grace',
    custody: '0x02484cb50AAC86Eae85610D6f4Bf026f30f6627D',
    authAddress: '0x08135Da0A343E492FA2d4282F2AE34c6c5CC1BbE',
    signs: { authAddress: 22, custody: 21 },
  },
]

/**
 * A person whose sign-in must be refused: it claims the id of `ada`, but is signed with an address
 * that has no id.
 */
export const farcasterLiar: FarcasterPerson = {
  fid: 1001,
  username: 'mallory',
  displayName: 'Mallory, who claims the id of ada',
  custody: '0x5E661B79FE2D3F6cE70F5AAC07d8Cd9abb2743F1',
  signs: { custody: 23 },
}
