// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of sources
import type { Guard } from './guard.ts'

const gateway = 'packages/gateway/src'
const relay = `${gateway}/features/relay`
const auth = `${gateway}/features/accounts`

/**
 * Guards of how much one caller may use of shared resources: nodes, the relay, mails, the
 * operator's login.
 */
export const trafficGuards = {
  // Calls to nodes.
  'node-caller': {
    file: `${auth}/serve/node-calls.ts`,
    text: 'makeInnerEnv(context.env, callerOf(context))',
    off: 'context.env',
  },
  'batch-cost': {
    file: `${gateway}/features/rpc/routes/json-rpc.ts`,
    text: 'splitRequest(request).calls.reduce((sum, one) => sum + computeCost(one), 0)',
    off: '1',
  },
  'batch-size': {
    file: `${gateway}/base/http/split-calls.ts`,
    text: 'value.length > maxBatch',
    off: 'false',
  },
  'caller-address': {
    file: `${gateway}/server/hosts/caller-address.ts`,
    text: 'isIP(bareAddress) ? bareAddress : undefined',
    off: 'entry',
  },
  'caller-hops': {
    file: `${gateway}/server/hosts/caller-address.ts`,
    text: "header?.split(',').at(-trustedHops)",
    off: "header?.split(',')[0]",
  },
  'caller-trust': {
    file: `${gateway}/server/hosts/caller-address.ts`,
    text: 'Number(trustProxy)',
    off: '1',
  },
  'page-local': {
    file: `${gateway}/base/allowed-origin.ts`,
    text: 'rules.length === 0',
    off: 'rules.length === 0 || localHostPattern.test(pageParts.host)',
  },
  'method-known': {
    file: `${gateway}/families/is-allowed-call.ts`,
    text: 'extraMethods.includes(call.method)',
    after: 'if (!family)',
    off: '!/^(?:admin|debug|personal|miner)_/.test(call.method)',
  },
  'node-words': {
    file: `${gateway}/features/rpc/rpc-nodes.ts`,
    text: 'maskText(answer.text)',
    off: 'answer.text',
  },
  'image-port': {
    file: `${gateway}/features/images/proxied-images.ts`,
    text: "url.port === ''",
    off: 'true',
  },
  'image-own': {
    file: `${gateway}/server/hosts/public-fetch.ts`,
    text: "!ownAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4') )",
    off: 'true',
  },
  'identity-cache': {
    file: `${gateway}/features/identity/routes/identity.ts`,
    text: 'json.avatar === identity.avatar',
    off: 'true',
  },

  // The relay.
  'relay-own-share': {
    file: `${relay}/store/mailboxes.ts`,
    text: 'wholeStock.ofHolder(holder) + bytes > byteLimits.holder || bytesByClient.of(publisher) + bytes > byteLimits.client',
    off: 'false',
  },
  'relay-largest': {
    file: `${relay}/store/mailboxes.ts`,
    text: 'if (lacksRoom()) wholeStock.dropLargest(lacksRoom, wholeStock.ofHolder(holder) + bytes)',
  },
  'relay-project': {
    file: `${relay}/store/mailboxes.ts`,
    text: "if (!makeRoomInProject(entry, byteLimits, now)) return 'project-full'",
  },
  'relay-project-known': {
    file: `${relay}/relay.ts`,
    text: 'projects?.has(projectId) ? projectId : undefined',
    off: 'projectId || undefined',
  },
  'relay-project-largest': {
    file: `${relay}/store/mailboxes.ts`,
    text: 'if (lacksRoom()) projectStock.dropLargest(lacksRoom, wholeStock.ofHolder(holder) + bytes)',
  },
  'relay-project-all': {
    file: `${relay}/store/mailboxes.ts`,
    text: 'wholeStock.ofHolder(holder) + bytes',
    after: 'if (lacksRoom()) projectStock.dropLargest(lacksRoom,',
    off: 'projectStock.ofHolder(holder) + bytes',
  },
  'relay-small': {
    file: `${relay}/store/relay-store.ts`,
    text: 'isSmallOne ? Math.floor(reserve / 4) : 0',
    off: '0',
  },
  'relay-reserve': {
    file: `${relay}/store/relay-store.ts`,
    text: 'isSmallOne ? maxBytes : maxBytes - reserve',
    off: 'maxBytes',
  },
  'relay-counted-disk': {
    file: `${relay}/store/disk-store.ts`,
    text: 'countStoredBytes(textBytes)',
    off: '257',
  },
  'relay-counted-memory': {
    file: `${relay}/store/memory-store.ts`,
    text: 'countStoredBytes(Buffer.byteLength(JSON.stringify(message)))',
    off: 'message.message.length + 256',
  },
  'relay-unheard': {
    file: `${relay}/read-params.ts`,
    text: 'isAwaited ? ttl : Math.min(ttl, maxUnawaitedTtlS)',
    off: 'ttl',
  },
  'relay-network': { file: `${relay}/relay.ts`, text: 'callerKey(from)', off: 'from' },
  'relay-sockets': {
    file: `${relay}/clients.ts`,
    text: 'socketCounts.addresses.of(address) >= limits.connectionsPerAddress',
    off: 'false',
  },
  'relay-topics': {
    file: `${relay}/clients.ts`,
    text: 'subscriptions.addresses.of(address) + count > limits.subscriptionsPerAddress',
    off: 'false',
  },
  'relay-rate': {
    file: `${relay}/clients.ts`,
    text: 'addressBuckets.messages.take(address, count)',
    off: '0',
  },
  'relay-rate-bytes': {
    file: `${relay}/clients.ts`,
    text: 'addressBuckets.bytes.take(address, size)',
    off: '0',
  },
  'relay-aud': {
    file: `${relay}/verify-token.ts`,
    text: "urls.length > 0 && !urls.some((url) => readHost(url) === readHost(aud) && readHost(aud) !== '')",
    off: 'false',
  },

  // Mails.
  'change-rate': {
    file: `${auth}/calls/email-change-calls.ts`,
    text: 'await rate.countMail({ caller, project: device.project, isKnown: false })',
  },
  'change-day': {
    file: `${auth}/codes/mail-limits.ts`,
    text: "account !== undefined && purpose.startsWith('change')",
    off: 'false',
  },
  'mail-busy': {
    file: `${auth}/codes/mail-rate.ts`,
    text: 'if ((await buckets.light.take(caller)) > 0) refuseWhenWaiting(await buckets.busy.take(project))',
  },
  'mail-known': {
    file: `${auth}/codes/mail-rate.ts`,
    text: 'if (isKnown) return refuseWhenWaiting(await buckets.known.take(project))',
  },
  'mail-day': {
    file: `${auth}/codes/mail-limits.ts`,
    text: '[ makeBudget( `mails a day ${purpose}`, mailsPerAddress * (isKnown ? addressDailyFactor : callerDailyFactor), dayMs ), ownCounterKey ]',
    off: '[makeBudget(`mails a day ${purpose}`, 1e9, dayMs), ownCounterKey]',
  },

  // The operator's login, and database rows that unknown callers create.
  'operator-network': {
    file: `${gateway}/features/operator/authorize.ts`,
    text: 'callerKey(caller)',
    off: 'caller',
  },
  'operator-known': {
    file: `${gateway}/features/operator/authorize.ts`,
    text: 'waitSeconds > 0 && !knownHashes.has(hash)',
    off: 'waitSeconds > 0',
  },
  'open-rate': {
    file: `${auth}/create-vault-app.ts`,
    text: '(call.isSigned ? 0 : await openBucket.take(caller))',
    off: '0',
  },
  'session-first': {
    file: `${auth}/create-vault-app.ts`,
    text: 'call.isSigned ? await sessions.read(token as string, device) : undefined',
    off: 'call.isSigned ? (await proofs.use(proof), await sessions.read(token, device)) : undefined',
  },
  'audit-days': {
    file: `${auth}/audit.ts`,
    text: 'await db.delete(vaultAudit).where(lt(vaultAudit.at, now() - keptMs))',
  },

  // The data folder.
  'folder-data': { file: `${gateway}/server/hosts/node.ts`, text: 'closeFolder(dataDir)' },
  'folder-database': {
    file: `${gateway}/server/hosts/node.ts`,
    text: 'if (config.databaseUrl === undefined) closeFolder(folder)',
  },
  'folder-closed': {
    file: `${gateway}/server/hosts/close-folder.ts`,
    text: 'if (readMode(path) & nonOwnerBits) attemptChange(() => chmod(path, 0o700))',
  },
  'folder-refused': {
    file: `${gateway}/server/hosts/close-folder.ts`,
    text: 'readMode(path) & worldBits',
    after: '0o700))',
    off: '0',
  },
  'file-closed': {
    file: `${gateway}/server/hosts/close-folder.ts`,
    text: 'if (mode & worldBits) attemptChange(() => chmod(path, mode & 0o770))',
  },
} as const satisfies Readonly<Record<string, Guard>>
