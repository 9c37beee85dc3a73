import { createHash, randomBytes } from 'node:crypto'
import type { NewSplit, RecoveryMethod, WalletPublics } from '@latchkey/protocol/vault'

const digits = (seed: string): string => createHash('sha256').update(seed).digest('hex')

export function samplePublics(seed = 'one'): WalletPublics {
  return { eip155: `02${digits(seed)}`, solana: `So${'1'.repeat(40)}`, bip122: `03${digits(`${seed} coin`)}` }
}

export function samplePassword(): RecoveryMethod {
  return {
    kind: 'password',
    publicKey: randomBytes(65).toString('base64url'),
    salt: randomBytes(16).toString('base64url'),
    ...{ memory: 65_536, passes: 3, lanes: 1 },
  }
}

export function samplePasskey(): RecoveryMethod {
  return {
    kind: 'passkey',
    publicKey: randomBytes(65).toString('base64url'),
    credential: randomBytes(32).toString('base64url'),
    salt: randomBytes(32).toString('base64url'),
    isSynced: true,
  }
}

/** A split as a worker sends it; its sign-in share is 33 bytes of its own. */
export function sampleSplit(more: Partial<NewSplit> = {}): NewSplit {
  return {
    expects: null,
    publics: samplePublics(),
    share: randomBytes(33).toString('base64url'),
    recovery: [],
    ...more,
  }
}

export const sealedShare = (): string => randomBytes(114).toString('base64url')
