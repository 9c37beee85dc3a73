import type { StoredRecovery } from './window-message.ts'

/**
 * Calls of a device whose visitor cannot sign in any more: it proves its key, nobody who they are.
 */
export interface WayOutCalls {
  /**
   * The recovery share of this device's own split, by the ways to open it, never the operator's:
   * with this device's share it makes the wallet.
   */
  'POST /api/way-out': {
    body: { readonly account: string; readonly split: string }
    answer: { readonly methods: readonly StoredRecovery[] }
  }
  /**
   * As `POST /api/recovery/pepper`, under the same count, for a password of that split; `method` is
   * its salt.
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
