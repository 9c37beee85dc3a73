import type { GenericEndpointContext } from 'better-auth'
import type { NonceStore, StoredChallenge } from '../stores/siwx-store.ts'

/**
 * Keeps sign-in challenges as verification values of better-auth, each of which can be taken only
 * once.
 */
export function nonceStore(
  adapter: GenericEndpointContext['context']['internalAdapter'],
): NonceStore {
  return {
    async putNonce(nonce, challenge, expiresAt) {
      await adapter.createVerificationValue({
        identifier: `siwx:${nonce}`,
        value: JSON.stringify(challenge),
        expiresAt: new Date(expiresAt),
      })
    },
    async takeNonce(nonce) {
      const taken = await adapter.consumeVerificationValue(`siwx:${nonce}`)
      return taken ? (JSON.parse(taken.value) as StoredChallenge) : undefined
    },
  }
}
