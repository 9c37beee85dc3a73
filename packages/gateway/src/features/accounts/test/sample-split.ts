import { createECDH, createHash, randomBytes } from 'node:crypto'
import {
  methodStatement,
  type NewSplit,
  type RecoveryMethod,
  splitStatement,
  type WalletPublics,
} from '@latchkey/protocol/vault'
import { sign } from 'viem/accounts'

/** The EVM key of a made-up wallet: viem signs with it. */
const keyOf = (seed: string): string => createHash('sha256').update(seed).digest('hex')

export function samplePublics(seed = 'one'): WalletPublics {
  const ecdh = createECDH('secp256k1')
  ecdh.setPrivateKey(keyOf(seed), 'hex')
  const eip155 = ecdh.getPublicKey('hex', 'compressed')
  return { eip155, solana: `So${'1'.repeat(40)}`, bip122: `03${keyOf(`${seed} coin`)}` }
}

export function samplePassword(): RecoveryMethod {
  return {
    kind: 'password',
    publicKey: randomBytes(65).toString('base64url'),
    salt: randomBytes(16).toString('base64url'),
    memory: 65_536,
    passes: 3,
    lanes: 1,
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

/** A split as a worker makes it, not signed yet; its sign-in share is 33 bytes of its own. */
type UnsignedSplit = Omit<NewSplit, 'signature'>

export function sampleSplit(more: Partial<UnsignedSplit> = {}): UnsignedSplit {
  return {
    expects: null,
    publics: samplePublics(),
    share: randomBytes(33).toString('base64url'),
    recovery: [],
    ...more,
  }
}

/**
 * The split as the wallet signs it, with its word for each way to recover. @param seed - of the
 * wallet that signs
 */
export async function signedSplit(
  of: { readonly account: string; readonly device: string },
  split: UnsignedSplit,
  seed = 'one',
): Promise<NewSplit> {
  const recovery = await Promise.all(
    split.recovery.map(async (method) =>
      method.kind === 'operator' || method.vouch !== undefined
        ? method
        : { ...method, vouch: await signText(methodStatement(of.account, method), seed) },
    ),
  )
  const whole = { ...split, recovery }
  return { ...whole, signature: await signText(splitStatement(of, whole), seed) }
}

async function signText(text: string, seed: string): Promise<string> {
  const hash = createHash('sha256').update(text).digest('hex')
  const { r, s } = await sign({ hash: `0x${hash}`, privateKey: `0x${keyOf(seed)}` })
  return Buffer.from(r.slice(2) + s.slice(2), 'hex').toString('base64url')
}

export const sealedShare = (): string => randomBytes(114).toString('base64url')
