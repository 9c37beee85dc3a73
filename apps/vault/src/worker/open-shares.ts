import { LatchkeyError } from '@latchkey/protocol'
import { base64urlnopad } from '@scure/base'
import { joinShares } from '../keys/split-seed.ts'
import { wipeSecrets } from '../keys/wipe-secrets.ts'
import { cipherSuite, openSecret } from '../seal.ts'
import type { AskSealed, Sealed } from './message.ts'

/** A one-time key pair, whose private half cannot leave the worker. */
async function makeKey(): Promise<{ readonly pair: CryptoKeyPair; readonly sealTo: string }> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
    'deriveBits',
  ])
  const raw = await cipherSuite().kem.serializePublicKey(pair.publicKey)
  return { pair, sealTo: base64urlnopad.encode(new Uint8Array(raw)) }
}

async function openShare(
  purpose: 'release' | 'recovery',
  key: CryptoKeyPair,
  sealed: Uint8Array | undefined,
): Promise<Uint8Array> {
  try {
    if (!sealed) throw new TypeError('none')
    return await openSecret(purpose, key, sealed)
  } catch (cause) {
    throw new LatchkeyError('wallet-unopenable', {
      reason: 'a share was not sealed to this worker',
      cause,
    })
  }
}

/**
 * The seed's entropy from this device's share and the gateway's, not yet compared with the public
 * keys. The caller wipes it.
 * @throws LatchkeyError `wallet-unopenable`
 */
export async function openByDevice(device: Uint8Array, ask: AskSealed): Promise<Uint8Array> {
  const { pair, sealTo } = await makeKey()
  const { signIn } = await ask(sealTo)
  const share = await openShare('release', pair, signIn)
  try {
    return await joinShares(device, share)
  } finally {
    wipeSecrets(device, share)
  }
}

/**
 * The seed's entropy from this device's share and the recovery share, when nobody can log in.
 * @throws LatchkeyError `wallet-unopenable`
 */
export async function openWithoutSignIn(device: Uint8Array, ask: AskSealed): Promise<Uint8Array> {
  const { pair, sealTo } = await makeKey()
  const { recovery } = await ask(sealTo)
  const share = await openShare('recovery', pair, recovery)
  try {
    return await joinShares(device, share)
  } finally {
    wipeSecrets(device, share)
  }
}

/** The seed's entropy from the recovery share and the gateway's, with the id of their split. */
export async function openByRecovery(
  ask: AskSealed,
): Promise<{ readonly entropy: Uint8Array; readonly split: string | undefined }> {
  const { pair, sealTo } = await makeKey()
  const { signIn, recovery, split }: Sealed = await ask(sealTo)
  if (!recovery) throw new LatchkeyError('recovery-failed', { reason: 'no recovery share' })
  const share = await openShare('release', pair, signIn)
  const otherShare = await openShare('recovery', pair, recovery)
  try {
    return { entropy: await joinShares(otherShare, share), split }
  } finally {
    wipeSecrets(share, otherShare)
  }
}
