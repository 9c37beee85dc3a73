import type { StoredRecovery } from './window-message.ts'

/**
 * Calls of a device whose visitor cannot sign in any more. They prove that they come from the
 * device's key, but prove no identity.
 */
export interface WayOutCalls {
  /**
   * Returns the recovery share of the key that this device's own split contains, encrypted for each
   * of the visitor's recovery methods, but never for the operator's. Together with the device's
   * share it gives the wallet.
   */
  'POST /api/way-out': {
    body: { readonly account: string; readonly split: string }
    answer: { readonly methods: readonly StoredRecovery[] }
  }
  /**
   * Computes the server's part of a password's key like `POST /api/recovery/pepper`, with the same
   * counter of requests, for a password that opens the recovery share of this device's own split;
   * `method` is the password's salt.
   */
  'POST /api/way-out/pepper': {
    body: {
      readonly account: string
      readonly split: string
      readonly method: string
      readonly hash: string
    }
    answer: { readonly key: string }
  }
}
