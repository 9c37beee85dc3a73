import type { StoredRecovery } from '@latchkey/protocol/vault'
import { base64urlnopad } from '@scure/base'
import { open, seal } from '../../seal.ts'
import { recoveryKey } from '../recovery/recovery-key.ts'

/** What a secret did not open: the wrong passkey or password, or a share of somebody else's. */
export class NotOpened extends Error {}

/**
 * Opens the recovery share with a secret, which is wiped, and seals it again to the frame's worker. The key must be the one
 * that was set up: nothing is tried with another.
 * @throws NotOpened
 */
export async function openRecovery(
  method: Exclude<StoredRecovery, { readonly kind: 'operator' }>,
  secret: Uint8Array,
  sealTo: string,
): Promise<string> {
  const { pair, publicKey } = await recoveryKey(secret)
  if (publicKey !== method.publicKey) throw new NotOpened()
  const share = await open('recovery', pair, base64urlnopad.decode(method.sealed)).catch(() => {
    throw new NotOpened()
  })
  try {
    return base64urlnopad.encode(await seal('recovery', base64urlnopad.decode(sealTo), share))
  } finally {
    share.fill(0)
  }
}
