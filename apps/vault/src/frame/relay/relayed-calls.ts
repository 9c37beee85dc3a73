import type { VaultRelayed, VaultWindow } from '@latchkey/protocol/vault'

/**
 * Calls by which the visitor proves their identity again, by mailed code, passkey or password. Some
 * calls are refused without such a fresh proof.
 */
const proofCalls = [
  ...(['POST /api/proof/start', 'POST /api/proof/verify'] as const),
  ...([
    'POST /api/proof/keys',
    'POST /api/proof/keys/verify',
    'POST /api/recovery/pepper',
  ] as const),
] as const

/** Calls that each kind of window may make to the gateway with the frame's session. */
export const relayedCalls: Readonly<Record<VaultWindow, readonly VaultRelayed[]>> = {
  login: [],
  approve: ['GET /api/account', 'GET /api/account/history'],
  recover: [
    'GET /api/account',
    'POST /api/recovery/pepper',
    'POST /api/recovery/ask',
    'POST /api/recovery/stop',
  ],
  recovery: ['GET /api/account', 'remove-recovery', ...proofCalls],
  export: ['GET /api/account', ...proofCalls],
  'way-out': ['POST /api/recovery/pepper'],
  devices: [
    ...(['GET /api/account', 'POST /api/devices', 'POST /api/devices/revoke'] as const),
    ...(['GET /api/account/history', 'POST /api/account/history'] as const),
    ...([
      'POST /api/recovery/stop',
      'POST /api/account/freeze',
      'POST /api/account/unfreeze',
    ] as const),
    ...proofCalls,
  ],
  delete: ['GET /api/account', 'POST /api/account/delete', ...proofCalls],
}

/** Calls after which the frame tells the page that the session has changed. */
export const changingCalls: ReadonlySet<VaultRelayed> = new Set([
  ...([
    'remove-recovery',
    'POST /api/devices/revoke',
    'POST /api/account/delete',
    'POST /api/account/freeze',
  ] as const),
])

/** Calls that end the session on this device. */
export const endingCalls: ReadonlySet<VaultRelayed> = new Set([
  'POST /api/account/delete',
  'POST /api/account/freeze',
])
