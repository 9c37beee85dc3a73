// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of sources
import type { Guard } from './guard.ts'
import { contractGuards } from './guards-contracts.ts'
import { protectGuards } from './guards-protect.ts'
import { relayGuards } from './guards-relay.ts'
import { signingGuards } from './guards-signing.ts'
import { smallGuards } from './guards-small.ts'
import { swapGuards } from './guards-swaps.ts'
import { trafficGuards } from './guards-traffic.ts'
import { wayOutGuards } from './guards-way-out.ts'

const vault = 'apps/vault/src'
const auth = 'packages/gateway/src/features/accounts'

const table = {
  // Messages: who may greet the frame, and what it reads.
  'hello-source': {
    file: `${vault}/frame/page/take-hello.ts`,
    text: 'source === null || source !== frameWindow.parent || frameWindow.parent === frameWindow',
    off: 'false',
  },
  'hello-around': {
    file: `${vault}/frame/page/take-hello.ts`,
    text: 'parentOrigin !== undefined && parentOrigin !== origin',
    off: 'false',
  },
  'hello-project': {
    file: `${vault}/frame/page/take-hello.ts`,
    text: '!isAllowedOrigin(project.origins, origin)',
    off: 'false',
  },
  'hello-once': { file: `${vault}/frame/page/take-hello.ts`, text: 'stopListening()' },
  'hello-version': {
    file: `${vault}/frame/page/take-hello.ts`,
    text: 'version < vaultVersion || least > vaultVersion',
    off: 'false',
  },
  'hello-version-number': {
    file: `${vault}/frame/page/take-hello.ts`,
    text: '!isVersionNumber(version) || !isVersionNumber(least)',
    off: 'false',
  },
  'origin-port': {
    file: `${vault}/frame/page/origin-rule.ts`,
    text: "(ports !== '*' && (ports ?? '') !== port)",
    off: 'false',
  },
  'origin-scheme': {
    file: `${vault}/frame/page/origin-rule.ts`,
    text: 'scheme !== protocol',
    off: 'false',
  },
  'message-size': {
    file: `${vault}/frame/page/open-port.ts`,
    text: 'data.length > vaultMessageLength',
    off: 'false',
  },
  'message-rate': {
    file: `${vault}/frame/page/open-port.ts`,
    text: '!takeRateToken()',
    off: 'false',
  },
  'message-ids': {
    file: `${vault}/frame/page/open-port.ts`,
    text: 'id <= lastRequestId',
    off: 'false',
  },
  'message-depth': {
    file: `${vault}/frame/page/parse-without-prototype.ts`,
    text: 'depth > maxDepth',
    off: 'false',
  },
  'message-bare': {
    file: `${vault}/frame/page/parse-without-prototype.ts`,
    text: 'Object.create(null)',
    off: '{}',
  },
  'message-prototype': {
    file: `${vault}/frame/page/parse-without-prototype.ts`,
    text: "name === '__proto__'",
    off: 'false',
  },
  'welcome-version': {
    file: 'packages/embedded/src/page/open-frame.ts',
    text: 'version !== vaultVersion',
    off: 'false',
  },
  'window-address': {
    file: 'packages/embedded/src/page/read-step.ts',
    text: 'url.startsWith(`${origin}/`) &&\n    parseUrl(url)?.origin === origin',
    off: 'true',
  },

  // Approval: who decides, about what, and where.
  'decision-origin': {
    file: `${vault}/frame/page/open-windows.ts`,
    text: 'origin !== vault.origin',
    off: 'false',
  },
  'decision-window': {
    file: `${vault}/frame/page/open-windows.ts`,
    text: 'openedWindow.from.source !== windowSource && openedWindow.from.source.closed !== true',
    off: 'false',
  },
  'decision-payload': {
    file: `${vault}/frame/approval/open-approvals.ts`,
    text: 'currentApproval.payload !== payload',
    off: 'false',
  },
  'decision-recovery': {
    file: `${vault}/frame/approval/open-approvals.ts`,
    text: 'currentApproval.question.isBarred',
    off: 'false',
  },
  'window-calls': {
    file: `${vault}/frame/page/relay-window-call.ts`,
    text: '!relayedCalls[openedWindow.window].includes(windowMessage.call)',
    off: 'false',
  },
  'channel-origin': {
    file: `${vault}/windows/page/channel.ts`,
    text: 'event.origin !== origin',
    off: 'false',
  },
  'vouch-origin': {
    file: `${vault}/windows/login/vouch.ts`,
    text: '!isAllowedOrigin(origins, origin)',
    off: 'false',
  },
  'vouch-source': {
    file: `${vault}/windows/login/vouch.ts`,
    text: 'source !== opener',
    off: 'false',
  },
  'way-back': {
    file: `${vault}/windows/login/way-back.ts`,
    text: 'isAllowedOrigin(origins, site)',
    off: 'true',
  },
  'frame-approves': {
    file: `${vault}/frame/approval/open-approvals.ts`,
    text: "reading.kind === 'sign-in' && reading.warnings.length === 0",
    off: 'true',
  },
  'frame-arming': {
    file: `${vault}/frame/approval/draw-approval.ts`,
    text: 'hasPressBegun && isArmed(event) && (event as MouseEvent).detail > 0',
    off: 'true',
  },
  'button-arming': {
    file: `${vault}/windows/parts/ArmedButton.tsx`,
    text: 'arming.takeClick({ isTrusted: nativeEvent.isTrusted, detail })',
    off: 'true',
  },
  'window-arming': {
    file: `${vault}/windows/parts/arming.ts`,
    text: 'click.isTrusted && isArmed(arming, now) && (click.detail === 0 || click.wasArmedAtDown)',
    off: 'true',
  },

  // Shares and keys.
  'worker-payload': {
    file: `${vault}/worker/sign-with.ts`,
    text: '(await payloadHash(input.request)) !== input.payload',
    off: 'false',
  },
  'worker-key': {
    file: `${vault}/worker/sign-with.ts`,
    text: 'family.publicKeyOf(key) !== input.publicKey',
    off: 'false',
  },
  'worker-signature': {
    file: `${vault}/keys/sign-digest.ts`,
    text: '!secp256k1.verify(compactSignature, digest, publicKey, { prehash: false })',
    off: 'false',
  },
  'worker-publics': {
    file: `${vault}/worker/make-split.ts`,
    text: 'if (expectedKeys) checkPublicKeys(publicKeys, expectedKeys)',
  },
  'recovery-vouched': {
    file: `${vault}/worker/make-split.ts`,
    text: 'isVouchValid(account, method, publicKeys.eip155)',
    off: 'true',
  },
  'storage-sandbox': {
    file: `${vault}/store/open-database.ts`,
    text: "origin === 'null'",
    off: 'false',
  },
  'storage-credentialless': {
    file: `${vault}/store/open-database.ts`,
    text: 'credentialless === true',
    off: 'false',
  },

  // The gateway: codes, calls, sessions, shares at rest.
  'code-tries': {
    file: `${auth}/codes/codes.ts`,
    text: 'lt(vaultChallenges.tries, maxTries)',
    off: 'undefined',
  },
  'code-failures': {
    file: `${auth}/codes/codes.ts`,
    text: 'await budgets.take(failureBudget, whose)',
    off: '0',
  },
  'code-device': {
    file: `${auth}/codes/codes.ts`,
    text: 'eq(vaultChallenges.device, device)',
    off: 'undefined',
  },
  'code-open': {
    file: `${auth}/codes/codes.ts`,
    text: 'and(eq(vaultChallenges.id, id), eq(vaultChallenges.device, device), isNull(vaultChallenges.usedAt))',
    off: 'and(eq(vaultChallenges.id, id), eq(vaultChallenges.device, device))',
  },
  'code-use': {
    file: `${auth}/codes/codes.ts`,
    text: 'and(eq(vaultChallenges.id, id), isNull(vaultChallenges.usedAt))',
    off: 'eq(vaultChallenges.id, id)',
  },
  'code-purpose': {
    file: `${auth}/codes/codes.ts`,
    text: '!purposes.includes(row.purpose)',
    off: 'false',
  },
  'code-bound': {
    file: `${auth}/codes/codes.ts`,
    text: "pepper('code', challenge, code)",
    off: "pepper('code', code)",
  },
  'code-hash': {
    file: `${auth}/codes/codes.ts`,
    text: "pepper('code', challenge, code)",
    off: "Buffer.from(code.padEnd(32, '.'))",
  },
  'code-time': {
    file: `${auth}/codes/codes.ts`,
    text: 'gt(vaultChallenges.expiresAt, now())',
    off: 'undefined',
  },
  'second-mail': {
    file: `${auth}/accounts.ts`,
    text: '(await isDevice(tx, account, device.id)) ? undefined : await findMailbox(tx, account)',
    off: 'undefined',
  },
  'identity-issuer': {
    file: `${auth}/accounts.ts`,
    text: 'and(eq(vaultIdentities.kind, kind), eq(vaultIdentities.issuer, issuer), eq(vaultIdentities.subject, subject))',
    off: 'eq(vaultIdentities.subject, subject)',
  },
  'call-host': {
    file: `${auth}/create-vault-app.ts`,
    text: "context.req.header('host')?.toLowerCase() !== host",
    off: 'false',
  },
  'call-site': {
    file: `${auth}/create-vault-app.ts`,
    text: 'isForeignSite || isOriginUnknown',
    off: 'false',
  },
  'proof-used': {
    file: `${auth}/create-vault-app.ts`,
    text: '!(await proofs.use(proof))',
    off: 'false',
  },
  'proof-call': {
    file: `${auth}/dpop/read-proof.ts`,
    text: 'htm === proofContext.method && htu === proofContext.url',
    off: 'true',
  },
  'proof-body': {
    file: `${auth}/dpop/read-proof.ts`,
    text: "bh === hashText(proofContext.body) || (bh === undefined && proofContext.body === '')",
    off: 'true',
  },
  'proof-time': {
    file: `${auth}/dpop/read-proof.ts`,
    text: 'Math.abs(proofContext.now - iat * 1000) <= proofLifeMs',
    off: 'true',
  },
  'proof-token': {
    file: `${auth}/dpop/read-proof.ts`,
    text: 'proofContext.token === undefined ? ath === undefined : ath === hashText(proofContext.token)',
    off: 'true',
  },
  'session-device': { file: `${auth}/sessions.ts`, text: 'row.device !== device', off: 'false' },
  'session-revoked': { file: `${auth}/sessions.ts`, text: 'revokedAt !== null', off: 'false' },
  'session-hours': { file: `${auth}/sessions.ts`, text: 'row.expiresAt <= now()', off: 'false' },
  'session-secret': {
    file: `${auth}/sessions.ts`,
    text: 'isSameHash(presentedHash, row.hash)',
    off: 'true',
  },
  'split-own': {
    file: `${auth}/splits/splits.ts`,
    text: 'and(eq(vaultSplits.id, split), eq(vaultSplits.accountId, account), eq(vaultSplits.device, device))',
    off: 'eq(vaultSplits.id, split)',
  },
  'split-signed': {
    file: `${auth}/splits/splits.ts`,
    text: 'checkSigned({ account, device }, split)',
  },
  'split-publics': {
    file: `${auth}/splits/splits.ts`,
    text: 'row.publics && !isSamePublicKeys(row.publics, publics)',
    off: 'false',
  },
  'key-context': {
    file: `${auth}/keys/key-file.ts`,
    text: "JSON.stringify(['latchkey-key-1', id, context])",
    off: "JSON.stringify(['latchkey-key-1', id])",
  },
  'share-sealed': {
    file: `${auth}/splits/seal-shares.ts`,
    text: 'await keys.seal(secret, context)',
    off: 'Buffer.from(secret)',
  },
  'pepper-lock': {
    file: `${auth}/calls/answer-pepper.ts`,
    text: 'await takePepperAttempt(db, account, now())',
    off: '0',
  },

  // Logins by window, and at providers.
  'login-number': {
    file: `${auth}/logins/login-store.ts`,
    text: 'eq(vaultLogins.isConfirmed, true)',
    off: 'undefined',
  },
  'login-number-waits': {
    file: `${auth}/logins/login-state.ts`,
    text: "row.state === 'proved' && !mayReleaseIdentity(row)",
    off: 'false',
  },
  'login-number-place': {
    file: `${auth}/logins/run-logins.ts`,
    text: 'browser !== undefined && row.browser === hashText(browser)',
    off: 'true',
  },
  'login-number-tries': {
    file: `${auth}/logins/login-store.ts`,
    text: 'lt(vaultLogins.tries, maxTries)',
    off: 'undefined',
  },
  'login-number-once': {
    file: `${auth}/logins/login-store.ts`,
    text: "await changeLogin( id, { state: 'failed', code: 'login-number-wrong', identity: null }, isProvedLogin(id) )",
  },
  'login-vouched-site': {
    file: `${auth}/logins/run-logins.ts`,
    text: "'vouched' in body && body.site !== row.site",
    off: 'false',
  },
  'login-agreed': {
    file: `${auth}/logins/login-store.ts`,
    text: 'or(isNull(vaultLogins.accountId), eq(vaultLogins.isAgreed, true))',
    off: 'undefined',
  },
  'login-agreed-waits': {
    file: `${auth}/logins/login-state.ts`,
    text: '(isAgreed || accountId === null)',
    off: 'true',
  },
  'login-agreed-place': {
    file: `${auth}/logins/login-store.ts`,
    text: 'and(isProvedLogin(id), eq(vaultLogins.browser, browser))',
    off: 'isProvedLogin(id)',
  },
  'login-secret': {
    file: `${auth}/logins/run-logins.ts`,
    text: '!isSameDigest(row.secret, hashText(secret)) || row.device !== asker.id',
    off: 'false',
  },
  'login-site': {
    file: `${auth}/logins/run-logins.ts`,
    text: 'isAllowedOrigin(site, project.origins)',
    off: 'true',
  },
  'login-bound': {
    file: `${auth}/logins/login-store.ts`,
    text: 'or(isNotNull(vaultLogins.browser), isNotNull(vaultLogins.channel))',
    off: 'undefined',
  },
  'login-browser': {
    file: `${auth}/logins/login-store.ts`,
    text: 'or(isNull(vaultLogins.browser), eq(vaultLogins.browser, browser))',
    off: 'undefined',
  },
  'login-collected': {
    file: `${auth}/logins/login-store.ts`,
    text: "and(eq(vaultLogins.id, id), eq(vaultLogins.state, 'proved'), gt(vaultLogins.expiresAt, now()))",
    off: 'eq(vaultLogins.id, id)',
  },
  'login-start': {
    file: `${auth}/oauth/oauth-app.ts`,
    text: 'row.browser !== hashText(browser)',
    off: 'false',
  },
  'login-start-site': {
    file: `${auth}/oauth/oauth-app.ts`,
    text: "(fetchSite !== undefined && fetchSite !== 'same-origin')",
    off: 'false',
  },
  'flow-browser': {
    file: `${auth}/oauth/flow-store.ts`,
    text: 'and(eq(vaultFlows.state, state), eq(vaultFlows.browser, browser), isOpen(provider))',
    off: 'and(eq(vaultFlows.state, state), isOpen(provider))',
  },
  'way-browser': {
    file: `${auth}/oauth/derive-sign-in-secrets.ts`,
    text: "createHmac('sha256', browser)",
    off: "createHmac('sha256', 'anybody')",
  },
  'way-verifier': {
    file: `${auth}/oauth/derive-sign-in-secrets.ts`,
    text: "deriveSecret('verifier')",
    off: "'v'.repeat(43)",
  },
  'way-nonce': {
    file: `${auth}/oauth/derive-sign-in-secrets.ts`,
    text: "deriveSecret('nonce')",
    off: "'n'.repeat(43)",
  },
  'answer-issuer': {
    file: `${auth}/oauth/open-provider.ts`,
    text: 'answer.toString()',
    off: "(answer.delete('iss'), answer.toString())",
  },
  'token-nonce': {
    file: `${auth}/oauth/open-provider.ts`,
    text: '{ expectedNonce: nonce }',
    off: '{}',
  },
  'token-signature': {
    file: `${auth}/oauth/open-provider.ts`,
    text: 'if (jwksUrl) client.enableNonRepudiationChecks(config)',
  },
  'token-algorithm': {
    file: `${auth}/oauth/open-provider.ts`,
    text: "{ id_token_signed_response_alg: 'RS256' }",
    off: "{ id_token_signed_response_alg: 'none' }",
  },
  'token-client': {
    file: `${auth}/oauth/open-provider.ts`,
    text: 'claims.azp !== undefined && claims.azp !== clientId',
    off: 'false',
  },
  'token-half': {
    file: `${auth}/oauth/open-provider.ts`,
    text: 'hash !== leftHashHalf',
    off: 'false',
  },
  'cast-links': {
    file: `${auth}/logins/run-logins.ts`,
    text: "provider === 'farcaster' && account !== null",
    off: 'false',
  },
  'cast-nonce': {
    file: `${auth}/farcaster/verify-sign-in.ts`,
    text: 'siweMessage.nonce !== expected.nonce || nonce !== expected.nonce',
    off: 'false',
  },
  'cast-site': {
    file: `${auth}/farcaster/verify-sign-in.ts`,
    text: 'siweMessage.scheme !== undefined || siweMessage.domain !== expected.domain || siweMessage.uri !== expected.uri',
    off: 'false',
  },
  'cast-id': {
    file: `${auth}/farcaster/verify-sign-in.ts`,
    text: 'fids.length !== 1 || fids[0] !== `farcaster://fid/${fid}`',
    off: 'false',
  },
  'cast-owner': {
    file: `${auth}/farcaster/verify-sign-in.ts`,
    text: 'ownedFid !== BigInt(fid)',
    off: 'false',
  },
  'cast-signature': {
    file: `${auth}/farcaster/verify-sign-in.ts`,
    text: '!(await client.verifyMessage({ address, message, signature: signature as Hex }))',
    off: 'false',
  },

  // Headers of documents and workers.
  'frame-ancestors': {
    file: `${auth}/serve/vault-pages.ts`,
    text: '`${documentPolicy}; ${frameAncestors(isFrame ? origins : [])}`',
    off: 'documentPolicy',
  },
  'frame-options': {
    file: `${auth}/serve/vault-pages.ts`,
    text: "context.header('x-frame-options', 'DENY')",
  },
  'trusted-types': {
    file: `${auth}/serve/vault-pages.ts`,
    text: '`${documentPolicy}; ${frameAncestors(isFrame ? origins : [])}`',
    off: "documentPolicy.replace(/; require-trusted-types-for.*/, '')",
  },
  'worker-policy': {
    file: `${auth}/serve/vault-pages.ts`,
    text: "name.startsWith('w/') ? workerPolicy : \"default-src 'none'\"",
    off: 'undefined',
  },
  'frame-isolation': {
    file: `${auth}/serve/vault-pages.ts`,
    text: `context.header('cross-origin-embedder-policy', 'require-corp')
    context.header('cross-origin-resource-policy', isFrame ? 'cross-origin' : 'same-origin')`,
  },
  'worker-isolation': {
    file: `${auth}/serve/vault-pages.ts`,
    text: `context.header('cross-origin-embedder-policy', 'require-corp')
    context.header('cross-origin-resource-policy', 'same-origin')`,
  },
  ...contractGuards,
  ...protectGuards,
  ...relayGuards,
  ...signingGuards,
  ...smallGuards,
  ...swapGuards,
  ...trafficGuards,
  ...wayOutGuards,
} as const satisfies Readonly<Record<string, Guard>>

export const guards: Readonly<Record<keyof typeof table, Guard>> = table
export type GuardName = keyof typeof table
