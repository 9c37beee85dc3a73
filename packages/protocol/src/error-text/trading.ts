/** Texts of the errors of swaps, purchases, x402 payments and names. */
export const tradingTexts = {
  'swap-liquidity-missing': {
    what: 'Insufficient liquidity',
    fix: 'Swap less, or another pair.',
  },
  'swap-amount-incorrect': {
    what: 'Incorrect amount',
    fix: 'The offer names no amount that arrives: ask again.',
  },
  'swap-unavailable': {
    what: 'Nobody offers this swap just now',
    fix: 'Try again; look whether the providers of the gateway answer.',
  },
  'swap-quote-expired': {
    what: 'The offer is too old',
    fix: 'Ask for a new one.',
  },
  'swap-simulation-failed': {
    what: 'The swap would fail',
    fix: 'Ask for a new offer; if it repeats, allow more slippage or swap less.',
  },
  'swap-short': {
    what: 'The swap would bring less than it promises',
    fix: 'Do not sign it; look at the provider.',
  },
  'onramp-unavailable': {
    what: 'Nobody sells this just now',
    fix: 'Try again, or another provider.',
  },
  'onramp-amount-out-of-range': {
    what: 'The amount is outside the limits of this payment method',
    fix: 'Choose an amount between the limits, or another payment method.',
  },
  'onramp-chain-unsupported': {
    what: 'This cannot be bought for this network',
    fix: 'Choose a network that the provider delivers to.',
  },
  'exchange-unavailable': {
    what: 'The exchange cannot be reached',
    fix: 'Try again, or another exchange.',
  },
  'payment-unsupported': {
    what: 'The server asks for a payment that cannot be made',
    fix: 'List the token in `limit` and its network in the kit, or ask the server for another way to pay.',
  },
  'payment-above-limit': {
    what: 'The server asks for more than the limit allows',
    fix: 'Raise `limit` if the visitor agrees, or do not ask for it.',
  },
  'order-not-found': {
    what: 'There is no such order',
    fix: 'Use the id that the gateway answered to `POST /v1/orders`, of the same project.',
  },
  'order-changed': {
    what: 'The order is another one than the visitor saw',
    fix: 'Show the order again and let the visitor decide anew. Nothing was signed.',
  },
  'order-closed': {
    what: 'The order can no longer be paid',
    fix: 'Look at `reason`: it is paid, being paid, or its time is over. Make a new order if it is to be paid.',
  },
  'name-too-short': {
    what: 'Name must be at least 4 characters long',
    fix: 'Choose a longer one.',
  },
  'name-invalid': {
    what: 'The value is not a valid username',
    fix: 'Use letters a to z, digits and hyphens.',
  },
  'name-taken': {
    what: 'Somebody owns this name',
    fix: 'Choose another one.',
  },
  'name-owned-already': {
    what: 'You already own a name',
    fix: 'Add an address to it instead of registering another.',
  },
  'name-message-expired': {
    what: 'The signed message is too old',
    fix: 'Sign a new one; the clocks of page and gateway may be ten seconds apart.',
  },
  'name-unavailable': {
    what: 'Error resolving name',
    fix: 'Try again; the gateway may keep no names.',
  },
  'name-suggestions-unavailable': {
    what: 'Error fetching name suggestions',
    fix: 'Try again; the gateway may keep no names.',
  },
  'names-unavailable': {
    what: 'Error fetching names for address',
    fix: 'Try again; the gateway may keep no names.',
  },
  'name-not-owned': {
    what: 'Somebody else owns this name',
    fix: 'Connect the account that registered it.',
  },
  'name-change-failed': {
    what: 'Error changing name',
    fix: 'Look at `reason`, then try again.',
  },
  'name-registration-failed': {
    what: 'Error registering name',
    fix: 'Look at `reason`, then try again.',
  },
} as const
