// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of sources
import type { Guard } from './guard.ts'

const vault = 'apps/vault/src'
const relay = 'packages/gateway/src/features/accounts/relay'

/**
 * Guards of the relay between a frame and a window that a page's isolation cut off: at the gateway,
 * at each end, and in their messages.
 */
export const relayGuards = {
  'relay-account': {
    file: `${relay}/relay-calls.ts`,
    text: 'hashText(`${account} ${relayId} ${endName}`)',
    off: 'hashText(`${relayId} ${endName}`)',
  },
  'relay-texts': { file: `${relay}/relay-calls.ts`, text: 'await takeBudget(textBudget, boxId)' },
  'relay-windows': {
    file: `${relay}/relay-calls.ts`,
    text: 'await takeBudget(relayBudget, account)',
  },
  'relay-sweep': { file: `${relay}/relay-calls.ts`, text: 'await store.sweep()' },
  'relay-expiry': {
    file: `${relay}/relay-store.ts`,
    text: 'gt(vaultRelay.expiresAt, now())',
    off: 'undefined',
  },

  'relay-sealed': {
    file: `${vault}/relay/relay-text.ts`,
    text: "await sealSecret('relay', fromBase64url(recipientPoint), bytes, exchange)",
    off: 'bytes',
  },
  'relay-ends': {
    file: `${vault}/relay/relay-text.ts`,
    text: "[keys.window, keys.frame, keys.bind].join(' ')",
    off: "''",
  },
  'relay-time': {
    file: `${vault}/relay/listen-relay.ts`,
    text: 'Date.now() < deadline',
    off: 'true',
  },

  'relay-paired': {
    file: `${vault}/frame/relay/open-relay.ts`,
    text: '(await vault.store.pairs()).includes(await pairKey(device))',
    off: 'true',
  },
  'relay-pair-account': {
    file: `${vault}/frame/relay/open-relay.ts`,
    text: '`${account} ${device}`',
    off: "((await vault.store.pairs()).find((one) => one.endsWith(` ${device}`)) ?? '')",
  },
  'relay-number': {
    file: `${vault}/frame/relay/open-relay.ts`,
    text: 'windowMessage.number !== secret',
    off: 'false',
  },
  'relay-tries': {
    file: `${vault}/frame/relay/open-relay.ts`,
    text: "windowMessage.type !== 'latchkey-window-pair' || pairingState.left <= 0",
    off: "windowMessage.type !== 'latchkey-window-pair'",
  },
  'relay-over': {
    file: `${vault}/frame/relay/open-relay.ts`,
    text: 'if (pairingState.left <= 0) endController.abort()',
  },
  'relay-bind': {
    file: `${vault}/frame/relay/open-relay.ts`,
    text: "typeof windowMessage.nonce !== 'string' || (await sha256Text(windowMessage.nonce)) !== relayedWindow.bind",
    off: 'false',
  },
  'relay-fresh': {
    file: `${vault}/frame/relay/open-relay.ts`,
    text: 'randomId(32)',
    off: "'f'.repeat(43)",
  },
  'relay-few': {
    file: `${vault}/frame/relay/open-relay.ts`,
    text: 'pairingState.begun >= maxExchanges',
    off: 'false',
  },
  'relay-id': {
    file: `${vault}/frame/relay/open-relay.ts`,
    text: "typeof windowMessage !== 'object' || windowMessage === null || windowMessage.id !== id",
    off: 'false',
  },
  'relay-most': {
    file: `${vault}/frame/relay/open-relays.ts`,
    text: 'if (relays.size >= maxRelays && oldest !== undefined) endRelay(oldest)',
  },

  'relay-digits': {
    file: `${vault}/windows/apart/relay-channel.ts`,
    text: 'number.length !== 12 || number.slice(0, 4) !== (await end.digits)',
    off: 'false',
  },
  'relay-one-frame': {
    file: `${vault}/windows/apart/relay-channel.ts`,
    text: 'channelState.end !== undefined',
    off: 'false',
  },
  'relay-window-pairs': {
    file: `${vault}/windows/apart/relay-channel.ts`,
    text: '!channelState.isOpen && !(await isPaired(device))',
    off: 'false',
  },
  'window-ask-once': {
    file: `${vault}/frame/page/relay-window-call.ts`,
    text: '!Number.isSafeInteger(windowMessage.ask) || windowMessage.ask <= openedWindow.last',
    off: 'false',
  },
} as const satisfies Readonly<Record<string, Guard>>
