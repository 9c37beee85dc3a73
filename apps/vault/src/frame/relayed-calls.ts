import type { VaultRelayed, VaultWindow } from '@latchkey/protocol/vault'

/** A code by mail, for what takes a proof of identity of the last minutes. */
const proof = ['POST /api/proof/start', 'POST /api/proof/verify'] as const

/** Which calls of the gateway a window may have made with the frame's session. */
export const relayed: Readonly<Record<VaultWindow, readonly VaultRelayed[]>> = {
  login: [],
  approve: ['GET /api/account'],
  recover: ['GET /api/account', 'POST /api/recovery/pepper', 'POST /api/recovery/ask', 'POST /api/recovery/stop'],
  recovery: ['GET /api/account', 'POST /api/recovery/pepper', 'remove-recovery', ...proof],
  export: ['GET /api/account', ...proof],
  'way-out': ['POST /api/recovery/pepper'],
  devices: [
    ...(['GET /api/account', 'GET /api/account/history', 'POST /api/devices/revoke'] as const),
    ...(['POST /api/recovery/stop', 'POST /api/account/unfreeze'] as const),
    ...proof,
  ],
  delete: ['GET /api/account', 'POST /api/account/delete', ...proof],
}

/** After which a page is told how its session stands. */
export const changing: ReadonlySet<VaultRelayed> = new Set([
  ...(['remove-recovery', 'POST /api/devices/revoke', 'POST /api/account/delete'] as const),
])
