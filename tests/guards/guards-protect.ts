import type { Guard } from './guard.ts'

const auth = 'packages/gateway/src/features/accounts'

/**
 * Guards against an attacker who has only a part of an account: the login, or an unlocked device.
 */
export const protectGuards = {
  'operator-asked': {
    file: `${auth}/splits/splits.ts`,
    text: 'isOperator && !isOpened',
    off: 'false',
  },
  'operator-waits': {
    file: `${auth}/protect/requests.ts`,
    text: 'now() >= row.askedAt + waitMs',
    off: 'true',
  },
  'operator-confirms': {
    file: `${auth}/protect/requests.ts`,
    text: 'row.confirmedAt !== null',
    off: 'true',
  },
  'request-stop': {
    file: `${auth}/calls/protection-calls.ts`,
    text: 'if (device !== session.device) await requireShare(db, session)',
  },
  'request-kept': {
    file: `${auth}/protect/delete-excess-devices.ts`,
    text: 'isNull(vaultRequests.device)',
    off: 'undefined',
  },
  'request-cap': {
    file: `${auth}/protect/requests.ts`,
    text: '(open?.n ?? 0) >= maxRequests',
    off: 'false',
  },
  'fresh-export': {
    file: `${auth}/calls/split-calls.ts`,
    text: 'requireFreshProof(session, now())',
  },
  'fresh-recovery': {
    file: `${auth}/splits/splits.ts`,
    text: 'if (row.publics !== null && addedCount + removed > 0) requireFreshProof(session, now())',
  },
  'fresh-identities': {
    file: `${auth}/logins/login-calls.ts`,
    text: 'requireFreshProof(session, now())',
  },
  'share-identities': {
    file: `${auth}/logins/login-calls.ts`,
    text: 'await requireShare(db, session)',
  },
  'fresh-delete': {
    file: `${auth}/calls/account-calls.ts`,
    text: 'requireFreshProof(session, now())',
  },
  'share-delete': {
    file: `${auth}/calls/account-calls.ts`,
    text: 'await requireShare(db, session)',
    after: "signedCall('POST /api/account/delete'",
  },
  'share-revoke': {
    file: `${auth}/calls/account-calls.ts`,
    text: 'if (body.device !== session.device) await requireShare(db, session)',
  },
  'fresh-first-address': {
    file: `${auth}/calls/email-change-calls.ts`,
    text: 'if (oldEmail === undefined) requireFreshProof(session, now())',
  },
  'share-address': {
    file: `${auth}/calls/email-change-calls.ts`,
    text: 'await requireShare(db, session)',
    after: "signedCall('POST /api/email/change',",
  },
  'share-address-code': {
    file: `${auth}/calls/email-change-calls.ts`,
    text: 'await requireShare(db, session)',
    after: "signedCall('POST /api/email/change/verify'",
  },
  'fresh-unfreeze': {
    file: `${auth}/calls/protection-calls.ts`,
    text: 'requireFreshProof(session, now())',
  },
  'share-unfreeze': {
    file: `${auth}/calls/protection-calls.ts`,
    text: 'await requireShare(db, session)',
    after: "signedCall('POST /api/account/unfreeze'",
  },
  'key-proof': {
    file: `${auth}/protect/key-proofs.ts`,
    text: 'presentedSecret.length !== secret.length || !timingSafeEqual(presentedSecret, secret)',
    off: 'false',
  },
  'key-proof-session': {
    file: `${auth}/protect/key-proofs.ts`,
    text: "pepper('key-proof', account, device, id, provedAt, challenge, method)",
    off: "pepper('key-proof', challenge, method)",
  },
  'key-proof-time': {
    file: `${auth}/protect/key-proofs.ts`,
    text: '!(expiresAt > now() && expiresAt <= now() + challengeLifeMs)',
    off: 'false',
  },
  'key-proof-own': {
    file: `${auth}/protect/key-proofs.ts`,
    text: 'and(eq(vaultMethods.accountId, session.account), eq(vaultMethods.id, method))',
    off: 'eq(vaultMethods.id, method)',
  },
  'key-proof-rate': {
    file: `${auth}/calls/proof-calls.ts`,
    text: 'await takeProofBudget(session)',
    after: "signedCall('POST /api/proof/keys'",
  },
  'share-freeze': {
    file: `${auth}/calls/protection-calls.ts`,
    text: 'await requireShare(db, session)',
    after: "signedCall('POST /api/account/freeze'",
  },
  'frozen-calls': {
    file: `${auth}/create-vault-app.ts`,
    text: 'session?.isFrozen && !call.isOpenFrozen',
    off: 'false',
  },
  'frozen-sessions': {
    file: `${auth}/protect/freeze.ts`,
    text: 'await tx.delete(vaultSessions).where(eq(vaultSessions.accountId, account))',
  },
  'frozen-way-out': {
    file: `${auth}/splits/own-recovery.ts`,
    text: 'own.frozenAt !== null',
    off: 'false',
  },
  'device-cap': { file: `${auth}/accounts.ts`, text: 'await deleteExcessDevices(tx, account, id)' },
  'audit-refusals': {
    file: `${auth}/audit.ts`,
    text: 'code !== undefined && refusalBucket.take(JSON.stringify([account, kind])) > 0',
    off: 'false',
  },
} as const satisfies Readonly<Record<string, Guard>>
