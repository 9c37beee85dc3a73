import type { VaultRelayed, VaultWindow } from '@latchkey/protocol/vault'

/**
 * A code by mail, or a passkey or password, for what takes a proof of identity of the last minutes.
 */
const proof = [
  ...(['POST /api/proof/start', 'POST /api/proof/verify'] as const),
  ...([
    'POST /api/proof/keys',
    'POST /api/proof/keys/verify',
    'POST /api/recovery/pepper',
  ] as const),
] as const

/** Which calls of the gateway a window may have made with the frame's session. */
export const relayed: Readonly<Record<VaultWindow, readonly VaultRelayed[]>> = {
  login: [],
  approve: ['GET /api/account', 'GET /api/account/history'],
  recover: [
    'GET /api/account',
    'POST /api/recovery/pepper',
    'POST /api/recovery/ask',
    'POST /api/recovery/stop',
  ],
  recovery: ['GET /api/account', 'remove-recovery', ...proof],
  export: ['GET /api/account', ...proof],
  'way-out': ['POST /api/recovery/pepper'],
  devices: [
    ...(['GET /api/account', 'POST /api/devices', 'POST /api/devices/revoke'] as const),
    ...(['GET /api/account/history', 'POST /api/account/history'] as const),
    ...([
      'POST /api/recovery/stop',
      'POST /api/account/freeze',
      'POST /api/account/unfreeze',
    ] as const),
    ...proof,
  ],
  delete: ['GET /api/account', 'POST /api/account/delete', ...proof],
}

/** After which a page is told how its session stands. */
export const changing: ReadonlySet<VaultRelayed> = new Set([
  ...([
    'remove-recovery',
    'POST /api/devices/revoke',
    'POST /api/account/delete',
    'POST /api/account/freeze',
  ] as const),
])

/** After which it has none. */
export const ending: ReadonlySet<VaultRelayed> = new Set([
  'POST /api/account/delete',
  'POST /api/account/freeze',
])
