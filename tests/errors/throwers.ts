import type { ErrorCode } from '@latchkey/protocol'
import { asked, connecting, moving } from './core-verbs.ts'
import type { Thrower } from './thrower.ts'
import { buying, names, reads, swaps } from './trading.ts'
import { byNode, byNumber } from './wallet-errors.ts'

export const throwers = {
  ...byNumber,
  ...byNode,
  ...connecting,
  ...moving,
  ...asked,
  ...swaps,
  ...buying,
  ...names,
  ...reads,
} satisfies Partial<Record<ErrorCode, Thrower>>

/**
 * What needs more than a page to be thrown, and is in the tests of the package it stands beside.
 */
type Elsewhere =
  // core: told in the state, by no verb (`resume`); modal: a toast; of the configuration: below
  | (
      | 'resume-failed'
      | 'connector-gone'
      | 'connection-timeout'
      | 'wallet-locked'
      | 'popup-blocked'
      | 'project-id-missing'
    )
  // stacks, bitcoin: what a chain or node says of a transaction that was sent
  | ('post-condition-failed' | 'node-unknown')
  // walletconnect
  | (
      | 'pairing-link-invalid'
      | 'pairing-expired'
      | 'proposal-unsupported'
      | 'session-expired'
      | 'session-ended'
    )
  | (
      | 'request-expired'
      | 'request-unauthorized'
      | 'relay-unreachable'
      | 'relay-refused'
      | 'envelope-invalid'
    )
  // embedded, with a vault behind it
  | (
      | 'popup-closed'
      | 'auth-not-connected'
      | 'farcaster-failed'
      | 'social-failed'
      | 'vault-unreachable'
    )
  // vault and its gateway
  | (
      | 'email-invalid'
      | 'code-wrong'
      | 'code-expired'
      | 'code-limit'
      | 'login-expired'
      | 'login-refused'
    )
  | (
      | 'login-number-wrong'
      | 'identity-taken'
      | 'proof-needed'
      | 'device-revoked'
      | 'recovery-needed'
      | 'recovery-failed'
    )
  | (
      | 'wallet-unopenable'
      | 'account-frozen'
      | 'requests-full'
      | 'vault-refused'
      | 'vault-storage-missing'
      | 'operation-dropped'
    )
  | 'request-not-allowed'

// A code that is neither thrown here nor named above does not compile, and neither does one that is
// both.
type None<T extends never> = T
export type Unthrown = None<Exclude<ErrorCode, keyof typeof throwers | Elsewhere>>
export type Twice = None<Extract<keyof typeof throwers, Elsewhere>>
