import type { Guard } from './guard.ts'

const swap = 'packages/core/src/swap'

/**
 * Guards of a gateway's answers about swaps: the gateway may be hostile, so its answers are
 * checked.
 */
export const swapGuards = {
  'swap-recipient': {
    file: `${swap}/check-call.ts`,
    text: '!adapter.isSameAddress(decodedCall.recipient, addressOf(account))',
    off: 'false',
  },
  'swap-pays': {
    file: `${swap}/check-call.ts`,
    text: '!isToken(pay.asset, decodedCall.pays)',
    off: 'false',
  },
  'swap-receives': {
    file: `${swap}/check-call.ts`,
    text: '!isToken(receive.asset, decodedCall.receives)',
    off: 'false',
  },
  'swap-most': { file: `${swap}/check-call.ts`, text: 'decodedCall.most > maximum', off: 'false' },
  'swap-least': {
    file: `${swap}/check-call.ts`,
    text: 'decodedCall.least < minimum',
    off: 'false',
  },
  'swap-deadline': {
    file: `${swap}/check-call.ts`,
    text: 'decodedCall.deadline > BigInt(Math.floor(Date.now() / 1000)) + longestSeconds',
    off: 'false',
  },
  'swap-minimum': { file: `${swap}/build-swap.ts`, text: 'minimum < least', off: 'false' },
  'swap-exact': {
    file: `${swap}/prepare-swap.ts`,
    text: "approvalKind === 'unlimited' && isKnownRouter",
    off: "approvalKind === 'unlimited'",
  },
  'swap-unknown': {
    file: `${swap}/prepare-swap.ts`,
    text: "if (!isKnownRouter && !swapAssets.some(isContractOfAsset)) notes.push('unknown-router')",
  },
  'swap-spender': {
    file: `${swap}/build-swap.ts`,
    text: 'adapter.isSameAddress(decodedApproval.spender, spender)',
    off: 'true',
  },
  'swap-approved': {
    file: `${swap}/build-swap.ts`,
    text: 'decodedApproval.amount === (amount ?? maxAmount)',
    off: 'true',
  },
  'swap-trial': {
    file: `${swap}/prepare-swap.ts`,
    text: 'checkSimulation(simulation, { pay: pay.asset, receive: receive.asset, minimum, maximum, assets })',
  },
  'swap-trial-said': {
    file: `${swap}/prepare-swap.ts`,
    text: "if (!simulation.changes) notes.push('partial-trial')",
  },
  'swap-trial-judge': {
    file: `${swap}/prepare-swap.ts`,
    text: "if (source.chain.rpcUrls.length === 0) notes.push('gateway-trial')",
  },
} as const satisfies Readonly<Record<string, Guard>>
