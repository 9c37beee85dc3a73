import type { StoredRecovery } from './window-message.ts'

/**
 * Calls of a device whose visitor cannot sign in any more: they prove the device key but no
 * identity.
 */
export interface WayOutCalls {
  /**
   * Returns the recovery share of this device's own split, encrypted for each of the visitor's
   * methods, never the operator's. Together with the device's share it gives the wallet.
   */
  'POST /api/way-out': {
    body: { readonly account: string; readonly split: string }
    answer: { readonly methods: readonly StoredRecovery[] }
  }
  /**
   * Like `POST /api/recovery/pepper`, with the same counter of requests, for a password that opens
   * the device's own split; `method` is the password's salt.
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
