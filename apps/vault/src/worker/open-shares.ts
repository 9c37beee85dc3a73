import { LatchkeyError } from '@latchkey/protocol'
import { base64urlnopad } from '@scure/base'
import { joinShares } from '../keys/split-seed.ts'
import { wipeSecrets } from '../keys/wipe-secrets.ts'
import { cipherSuite, openSecret } from '../seal.ts'
import type { AskSealedShares, SealedShares } from './message.ts'

/** A one-time key pair, whose private half cannot leave the worker. */
async function makeKey(): Promise<{ readonly keyPair: CryptoKeyPair; readonly sealTo: string }> {
  const keyPair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
    'deriveBits',
  ])
  const rawPublicKey = await cipherSuite().kem.serializePublicKey(keyPair.publicKey)
  return { keyPair, sealTo: base64urlnopad.encode(new Uint8Array(rawPublicKey)) }
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
 * Joins this device's share and the gateway's share to the seed's entropy, which is not yet
 * compared with the public keys. The caller wipes it.
 * @throws LatchkeyError `wallet-unopenable`
 */
export async function openByDevice(device: Uint8Array, ask: AskSealedShares): Promise<Uint8Array> {
  const { keyPair, sealTo } = await makeKey()
  const { signIn } = await ask(sealTo)
  const share = await openShare('release', keyPair, signIn)
  try {
    return await joinShares(device, share)
  } finally {
    wipeSecrets(device, share)
  }
}

/**
 * Joins this device's share and the recovery share to the seed's entropy, for an export when nobody
 * can log in.
 * @throws LatchkeyError `wallet-unopenable`
 */
export async function openWithoutSignIn(
  device: Uint8Array,
  ask: AskSealedShares,
): Promise<Uint8Array> {
  const { keyPair, sealTo } = await makeKey()
  const { recovery } = await ask(sealTo)
  const share = await openShare('recovery', keyPair, recovery)
  try {
    return await joinShares(device, share)
  } finally {
    wipeSecrets(device, share)
  }
}

/**
 * Joins the recovery share and the gateway's share to the seed's entropy; also returns the id of
 * their split.
 */
export async function openByRecovery(
  ask: AskSealedShares,
): Promise<{ readonly entropy: Uint8Array; readonly split: string | undefined }> {
  const { keyPair, sealTo } = await makeKey()
  const { signIn, recovery, split }: SealedShares = await ask(sealTo)
  if (!recovery) throw new LatchkeyError('recovery-failed', { reason: 'no recovery share' })
  const share = await openShare('release', keyPair, signIn)
  const otherShare = await openShare('recovery', keyPair, recovery)
  try {
    return { entropy: await joinShares(otherShare, share), split }
  } finally {
    wipeSecrets(share, otherShare)
  }
}
