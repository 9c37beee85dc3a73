import type { StoredRecovery } from '@latchkey/protocol/vault'
import { base64urlnopad } from '@scure/base'
import { openSecret, type SealPurpose, sealSecret } from '../../seal.ts'
import { recoveryKey } from '../recovery/recovery-key.ts'

/** What a secret did not open: the wrong passkey or password, or a share of somebody else's. */
export class NotOpened extends Error {}

type Keyed = Exclude<StoredRecovery, { readonly kind: 'operator' }>

/**
 * Opens what is sealed to a way to recover with its secret, which is wiped. The key must be the one
 * that was set up: nothing is tried with another.
 * @throws NotOpened
 */
export async function openSealed(
  purpose: SealPurpose,
  method: Keyed,
  secret: Uint8Array,
): Promise<Uint8Array> {
  const { pair, publicKey } = await recoveryKey(secret)
  if (publicKey !== method.publicKey) throw new NotOpened()
  return openSecret(purpose, pair, base64urlnopad.decode(method.sealed)).catch(() => {
    throw new NotOpened()
  })
}

/** Opens the recovery share, and seals it again to the frame's worker. @throws NotOpened */
export async function openRecovery(
  method: Keyed,
  secret: Uint8Array,
  sealTo: string,
): Promise<string> {
  const share = await openSealed('recovery', method, secret)
  try {
    return base64urlnopad.encode(await sealSecret('recovery', base64urlnopad.decode(sealTo), share))
  } finally {
    share.fill(0)
  }
}
