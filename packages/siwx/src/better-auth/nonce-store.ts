import type { GenericEndpointContext } from 'better-auth'
import type { NonceStore, StoredChallenge } from '../stores/siwx-store.ts'

/** Challenges among better-auth's verification values, which it hands out once. */
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
