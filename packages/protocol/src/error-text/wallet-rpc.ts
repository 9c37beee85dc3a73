/**
 * Texts of the errors of JSON-RPC 2.0, EIP-1474, EIP-1193 and EIP-5792, and of Bitcoin and Stacks
 * wallets.
 */
export const walletRpcTexts = {
  'rpc-parse': {
    what: 'Invalid JSON was received by the server.',
    fix: 'Check that the address is a JSON-RPC endpoint.',
  },
  'rpc-invalid-request': {
    what: 'JSON is not a valid request object.',
    fix: 'Check method and parameters.',
  },
  'rpc-method-not-found': {
    what: 'The method does not exist / is not available.',
    fix: 'Use a node or wallet that has it.',
  },
  'rpc-invalid-params': {
    what: 'Invalid parameters were provided to the RPC method.',
    fix: 'Check the parameters; a wallet may also say so when it refuses a network.',
  },
  'rpc-internal': {
    what: 'An internal error was received.',
    fix: 'Try again, or use another node.',
  },
  'rpc-invalid-input': { what: 'Missing or invalid parameters.', fix: 'Check the parameters.' },
  'rpc-resource-not-found': {
    what: 'Requested resource not found.',
    fix: 'The node may not have it yet: try again.',
  },
  'rpc-resource-unavailable': {
    what: 'Requested resource not available.',
    fix: "A request may already wait in the wallet's own window.",
  },
  'rpc-transaction-rejected': {
    what: 'Transaction creation failed.',
    fix: 'Look at the message of the node.',
  },
  'rpc-method-not-supported': {
    what: 'Method is not supported.',
    fix: 'Use a node or wallet that has it.',
  },
  'rpc-limit-exceeded': {
    what: 'Request exceeds defined limit.',
    fix: 'Ask less often, or use another node.',
  },
  'rpc-version-unsupported': {
    what: 'Version of JSON-RPC protocol is not supported.',
    fix: 'Use a node that speaks JSON-RPC 2.0.',
  },
  'rpc-answer-invalid': {
    what: 'The node answered something that is not of the agreed shape',
    fix: 'Use another node; do not trust this one.',
  },
  'wallet-unauthorized': {
    what: 'The requested method and/or account has not been authorized by the user.',
    fix: 'Connect again and choose the account in the wallet.',
  },
  'wallet-method-unsupported': {
    what: 'The Provider does not support the requested method.',
    fix: 'Use another wallet for this.',
  },
  'wallet-disconnected': {
    what: 'The Provider is disconnected from all chains.',
    fix: "Check the wallet's own network connection.",
  },
  'wallet-chain-disconnected': {
    what: 'The Provider is not connected to the requested chain.',
    fix: 'Switch the network in the wallet.',
  },
  'wallet-capability-unsupported': {
    what: 'This Wallet does not support a capability that was not marked as optional.',
    fix: 'Mark it as optional, or leave it out.',
  },
  'wallet-chain-id-unsupported': {
    what: 'This Wallet does not support the requested chain ID.',
    fix: 'Use another network or wallet.',
  },
  'wallet-bundle-duplicate': {
    what: 'There is already a bundle submitted with this ID.',
    fix: 'Give each bundle an id of its own.',
  },
  'wallet-bundle-unknown': {
    what: 'This bundle id is unknown / has not been submitted',
    fix: 'Submit it first, with the same wallet.',
  },
  'wallet-bundle-too-large': {
    what: 'The call bundle is too large for the Wallet to process.',
    fix: 'Split it.',
  },
  'wallet-upgrade-rejected': {
    what: 'The Wallet can support atomicity after an upgrade, but the user rejected the upgrade.',
    fix: 'Send the calls one by one, or ask again.',
  },
  'wallet-atomicity-unsupported': {
    what: 'The wallet does not support atomic execution but the request requires it.',
    fix: 'Send the calls one by one.',
  },
  'wallet-answer-invalid': {
    what: 'The wallet answered something that is not of the agreed shape',
    fix: 'Update the wallet, or use another one.',
  },
  'session-settlement-failed': {
    what: 'WalletConnect session settlement failed.',
    fix: 'Scan a new code.',
  },
  'wallet-canceled': { what: 'User canceled the request', fix: 'Offer to choose a wallet again.' },
  'wallet-unknown': {
    what: 'Provider did not return a response',
    fix: 'Update the wallet, or use another one.',
  },
} as const
