import type { Guard } from './guard.ts'

const auth = 'packages/gateway/src/features/accounts'

/**
 * Guards of the export without a login: which device gets a recovery share from the gateway, and
 * which share.
 */
export const wayOutGuards = {
  'way-out-device': {
    file: `${auth}/splits/own-recovery.ts`,
    text: 'and(eq(vaultSplits.id, split), eq(vaultSplits.accountId, account), eq(vaultSplits.device, device))',
    off: 'eq(vaultSplits.id, split)',
  },
  'way-out-known': {
    file: `${auth}/splits/own-recovery.ts`,
    text: 'and(eq(vaultDevices.accountId, account), eq(vaultDevices.id, device))',
    off: 'eq(vaultDevices.accountId, account)',
  },
  'way-out-revoked': {
    file: `${auth}/splits/own-recovery.ts`,
    text: 'own.revokedAt !== null',
    off: 'false',
  },
  'way-out-operator': {
    file: `${auth}/splits/own-recovery.ts`,
    text: "method.kind !== 'operator'",
    off: 'true',
  },
  'way-out-password': {
    file: `${auth}/calls/way-out-calls.ts`,
    text: "!methods.some((one) => one.kind === 'password' && one.salt === method)",
    off: 'false',
  },
  'way-out-asks': {
    file: `${auth}/calls/way-out-calls.ts`,
    text: 'await budgets.take(recoveryBudget, budgetKey)',
    off: '0',
  },
} as const satisfies Readonly<Record<string, Guard>>
