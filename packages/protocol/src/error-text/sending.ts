/** Texts of the errors of signing, sending and embedded accounts. */
export const sendingTexts = {
  'user-rejected': {
    what: 'User rejected the request.',
    fix: 'Offer to try again.',
  },
  'signature-failed': {
    what: 'Error signing message',
    fix: 'Look at `cause`, then try again.',
  },
  'sign-in-failed': {
    what: 'The sign-in could not be finished',
    fix: 'Look at `cause`; a challenge that has expired must be fetched anew.',
  },
  'feature-unsupported': {
    what: 'This wallet cannot do that',
    fix: 'Look for the feature on the connector before offering it: `connector.features`.',
  },
  'send-chain-unsupported': {
    what: 'Unsupported chain',
    fix: 'Send from an account of a namespace whose connector has `features.transfer`.',
  },
  'amount-and-receiver-required': {
    what: 'An amount and receiver address are required',
    fix: 'Fill in both.',
  },
  'token-required': {
    what: 'A token is required',
    fix: 'Choose what to send.',
  },
  'token-address-required': {
    what: 'A token address is required',
    fix: 'Give the asset its CAIP-19 id.',
  },
  'amount-invalid': {
    what: 'The amount is not one',
    fix: 'Give base units as a bigint above zero.',
  },
  'receiver-invalid': {
    what: 'Not an address or name of this network',
    fix: 'Give an address, a name or a CAIP-10 account.',
  },
  'receiver-chain-mismatch': {
    what: 'The receiver is on another network',
    fix: "Give an account of the sender's network, or switch first.",
  },
  'name-not-found': {
    what: 'Nobody owns this name',
    fix: 'Check the spelling.',
  },
  'insufficient-funds': {
    what: 'The account does not hold enough',
    fix: 'Send less, or fund the account.',
  },
  'insufficient-fee-funds': {
    what: 'The account cannot pay the network fee',
    fix: "Fund it with the network's own coin.",
  },
  'transaction-unknown': {
    what: 'No transaction with this id',
    fix: 'Use an id that `prepareSend` answered and nobody has discarded.',
  },
  'transaction-hash-invalid': {
    what: 'This is not a transaction hash of the chain',
    fix: 'Pass the hash, signature or id as the wallet or the library returned it, with its chain.',
  },
  'operation-dropped': {
    what: 'The bundler did not bring the operation onto the chain in time',
    fix: 'Look for it by its hash before sending it again; then send it with another bundler, or later.',
  },
  'request-not-allowed': {
    what: 'Requested RPC call is not allowed',
    fix: 'The embedded wallet answers listed methods only.',
    name: 'Action not allowed',
  },
  'auth-connector-missing': {
    what: 'No auth connector found',
    fix: 'Add the embedded transport to the kit.',
  },
  'auth-not-connected': {
    what: 'Not connected to email or social',
    fix: 'Connect by email or a social login first.',
  },
  'farcaster-failed': {
    what: 'Failed to connect to farcaster',
    fix: 'Try again, or choose another way to sign in.',
  },
  'social-failed': {
    what: 'Failed to initiate social connection',
    fix: 'Try again, or choose another way to sign in.',
  },
  'authentication-failed': {
    what: 'A problem occurred while trying initialize authentication',
    fix: 'Look at `reason` and `cause`: the server of `signIn.provider` gave no challenge, or no answer that can be read.',
  },
  'sign-out-failed': {
    what: 'The server could not be told of the sign-out',
    fix: 'Look at `cause`, and call `signOut` again: until the server has answered, its session is alive.',
  },
} as const
