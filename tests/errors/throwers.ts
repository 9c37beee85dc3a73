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

/** Errors that need more than a page; they are tested in the package named beside them. */
type Elsewhere =
  // core: kept in the state, not thrown by an action (`resume`); modal: a toast; errors of the
  // configuration are below
  | (
      | 'resume-failed'
      | 'connector-gone'
      | 'connection-timeout'
      | 'wallet-locked'
      | 'popup-blocked'
      | 'project-id-missing'
    )
  // stacks, bitcoin: what a chain or node answers about a sent transaction
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
  // codes that are thrown when a server asks for an x402 payment
  | ('payment-unsupported' | 'payment-above-limit')
  // core: an order that the page pays
  | ('order-not-found' | 'order-changed' | 'order-closed')
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

// A code that is neither thrown here nor listed above does not compile, nor does one that is both.
type None<T extends never> = T
export type Unthrown = None<Exclude<ErrorCode, keyof typeof throwers | Elsewhere>>
export type Twice = None<Extract<keyof typeof throwers, Elsewhere>>
