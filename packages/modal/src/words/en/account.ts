import { faultWords } from './faults.ts'
import { noteWords } from './notes.ts'
import { settingsWords } from './settings.ts'

/** Texts of the account's views, keyed by view. */
export const accountWords = {
  account: {
    heading: 'Account',
    copyAddress: 'Copy address',
    explorer: (name: string): string => `View on ${name}`,
    network: (name: string): string => `Network ${name}`,
    balance: 'Balance',
    send: 'Send',
    receive: 'Receive',
    buy: 'Buy',
    swap: 'Swap',
    settings: 'Settings',
    holdings: 'Holdings',
    tokens: 'Tokens',
    activity: 'Activity',
    missing: (networks: string): string => `Not included, no answer from: ${networks}`,
    tokenList: 'Token list',
    loading: 'Loading balances',
    unavailable: 'Token Balance Unavailable',
    unavailableHint: 'The network did not answer. Your funds are where they were.',
    retry: 'Try again',
    retryIn: (seconds: number): string =>
      seconds === 1 ? 'Try again in 1 second' : `Try again in ${seconds} seconds`,
    pending: 'Pending',
    pendingList: 'Pending list',
    disconnect: 'Disconnect',
    disconnectOf: (wallet: string): string => `Ends the connection with ${wallet}`,
    notConnected: 'No account is connected.',
  },
  /**
   * The texts of the account's history that are needed before its chunk is loaded; the others are
   * in that chunk.
   */
  activity: { heading: 'Activity', transaction: 'Transaction', loading: 'Loading transactions' },
  /**
   * The texts of buying that are needed before its chunk is loaded; the others are in that chunk.
   */
  buy: {
    heading: 'Buy',
    token: 'Choose a coin',
    currency: 'Choose a currency',
    finishIn: (seller: string): string => `Finish in ${seller}`,
    bought: 'Bought',
    deposited: 'Deposited',
    what: 'What is buying?',
    fund: 'Add funds',
    exchange: 'Deposit from an exchange',
    sandbox: 'Sandbox: no money moves',
    underWay: 'Not finished',
    underWayList: 'Purchases',
    buying: (symbol: string, seller: string): string => `Buying ${symbol} from ${seller}`,
    depositing: (symbol: string, seller: string): string => `Depositing ${symbol} from ${seller}`,
  },
  /**
   * The texts of registering names that are needed before its chunk is loaded; the others are in
   * that chunk.
   */
  names: {
    choose: 'Choose a name',
    register: 'Register a name',
    yours: (name: string): string => `${name} is yours`,
    row: 'Name',
  },
  /**
   * The texts of the visitor's wallets that are needed before their chunk is loaded; the others are
   * in that chunk.
   */
  profile: {
    heading: 'Wallets',
    count: (count: number): string => (count === 1 ? '1 connected' : `${count} connected`),
  },
  /**
   * The texts of smart accounts that are needed before their chunk is loaded; the others are in
   * that chunk.
   */
  upgrade: { smart: 'Use a smart account', own: 'Use the key’s own account' },
  /**
   * The texts of swaps that are needed before their chunk is loaded; the others are in that chunk.
   */
  swap: {
    heading: 'Swap',
    review: 'Review swap',
    pays: (pays: string, receives: string): string => `Swapping ${pays} for ${receives}`,
    approves: (symbol: string): string => `Approving ${symbol}`,
    status: {
      swapping: 'Swapping',
      swapped: 'Swapped',
      failed: 'Not swapped',
      approving: (symbol: string): string => `Approving ${symbol}`,
      approved: (symbol: string): string => `Approved ${symbol}`,
      notApproved: 'Not approved',
    },
    other: { dropped: 'Dropped', replaced: 'Replaced', unknown: 'Unknown' },
    unsupported: (chain: string): string =>
      `Swaps do not work on ${chain}. Choose a network where they do.`,
    unsupportedAll: (chain: string): string =>
      `Swaps do not work on ${chain}, nor on another network of this page.`,
  },
  transaction: {
    draft: 'Not sent',
    signing: 'Waiting for the wallet',
    submitted: 'Sending',
    confirmed: 'Sent',
    failed: 'Failed',
    dropped: 'Dropped',
    replaced: 'Replaced',
    unknown: 'Unknown',
    sends: (amount: string, receiver: string): string => `${amount} to ${receiver}`,
    settled: (state: string, what: string): string => `${state}: ${what}`,
    /** Text for a transaction that the page itself has sent without a description. */
    ofPage: 'Transaction of this page',
    hash: 'Hash',
    dismiss: 'Dismiss',
  },
  // The type is written out, because type declarations are made from one file at a time
  // (`isolatedDeclarations`).
  settings: settingsWords as typeof settingsWords,
  networks: {
    heading: 'Networks',
    search: 'Search networks',
    list: 'Networks',
    current: 'Current',
    testnet: 'Test network',
    none: 'No network found',
    lacking: (wallet: string): string => `Not in ${wallet}`,
    switchTo: (network: string): string => `Switch to ${network}`,
    unsupported: (chain: string): string =>
      `The wallet is on ${chain}, which this page does not support.`,
    whatIsANetwork: 'What is a network?',
  },
  switchNetwork: {
    heading: (network: string): string => `Switch to ${network}`,
    ready: (network: string): string => `The wallet will be asked to change to ${network}.`,
    readyHere: (network: string): string =>
      `Your account moves to ${network} on this page. No money is moved.`,
    switching: 'Switching…',
    start: 'Switch',
    continueIn: (wallet: string): string => `Continue in ${wallet}`,
    open: (wallet: string): string => `Open ${wallet}`,
    continueHint: 'Approve the change in the wallet.',
    declined: 'Declined',
    declinedHint: (wallet: string): string => `You declined in ${wallet}. Nothing was changed.`,
    failed: 'Not switched',
    unable: (wallet: string, network: string): string =>
      `Open ${wallet}, choose ${network} there, and come back.`,
    switched: 'Connected',
    tryAgain: 'Try again',
    another: 'Choose another network',
    lacking: (wallet: string, network: string): string =>
      `${wallet} does not have ${network}. Add it in the wallet, or choose another network.`,
  },
  switchActive: {
    hint: (network: string, family: string, wallet: string | undefined): string =>
      `${network} is a network of ${family}. Choose a wallet for it${wallet ? `; ${wallet} stays connected` : ''}.`,
    list: (family: string): string => `Wallets for ${family}`,
    known: (family: string): string => `Known wallets for ${family}`,
    inUse: 'In use',
    none: (family: string): string => `No wallet for ${family} was found here.`,
    get: 'Get a wallet',
  },
  families: {
    label: 'Connected accounts',
    show: (family: string, address: string): string => `${family}, ${address}`,
  },
  unsupported: {
    heading: 'Unsupported network',
    hint: (chain: string): string =>
      `The wallet is on ${chain}. Choose a network this page supports.`,
    list: 'Supported networks',
    guard: 'Choose a supported network, or disconnect',
  },
  receive: {
    heading: 'Receive',
    qr: 'QR code',
    hint: (network: string): string => `Only send assets on ${network} to this address.`,
    compatible: 'Compatible networks',
  },
  compatible: {
    heading: 'Compatible networks',
    hint: (family: string): string =>
      `This address can receive on every ${family} network listed here.`,
    list: 'Networks',
  },
  send: {
    heading: 'Send',
    token: (symbol: string): string => `Token ${symbol}`,
    amount: 'Amount',
    max: 'Max',
    available: (amount: string): string => `${amount} available`,
    enterIn: (unit: string): string => `Enter in ${unit}`,
    isAmount: (amount: string): string => `= ${amount}`,
    recipient: 'Recipient',
    recipientHint: 'Address or name',
    recipientAddress: 'Address',
    review: 'Review',
    resolving: 'Looking up the name',
    fault: faultWords as typeof faultWords,
    unsupportedChain: 'This network is not supported by the page. Switch networks to send.',
  },
  token: {
    heading: 'Choose a token',
    search: 'Search tokens',
    list: 'Tokens',
    none: 'No token found',
  },
  review: {
    heading: 'Review send',
    to: 'To',
    from: 'From',
    network: 'Network',
    fee: 'Network fee',
    feeAtMost: (fee: string): string => `At most ${fee}`,
    notes: 'Before you confirm',
    note: noteWords as typeof noteWords,
    loss: 'I know that it will be lost',
    lossFirst: 'Tick this first, or choose another address.',
    confirm: 'Confirm',
    setUpRecovery: 'Set up recovery',
    edit: 'Edit',
    continueIn: (wallet: string): string => `Continue in ${wallet}`,
    open: (wallet: string): string => `Open ${wallet}`,
    guard: (wallet: string): string => `Answer in ${wallet} first`,
    stopWaiting: 'Stop waiting',
    declined: 'Declined. Nothing was sent.',
    failed: 'Not sent.',
    gone: 'This transfer is no longer open.',
    startAgain: 'Start again',
  },
  status: {
    sending: 'Sending',
    sent: 'Sent',
    failed: 'Not sent',
    dropped: 'Dropped',
    replaced: 'Replaced',
    unknown: 'Unknown',
    sendingHint: 'Waiting for the network to confirm it. You can close this window.',
    sentHint: 'Confirmed by the network.',
    failedHint: 'The network refused the transfer. Only the fee was spent.',
    droppedHint: 'The network dropped the transfer. Nothing has left your account.',
    replacedHint: 'Another transaction took its place. Look at it before you send again.',
    unknownHint:
      'The page was closed while the wallet was asked. Check your wallet before you send again.',
    view: 'View transaction',
    done: 'Done',
    again: 'Send again',
  },
  /** Status texts for a transaction that the page itself has sent, without the dialog. */
  pageStatus: {
    sending: 'Pending',
    sent: 'Confirmed',
    failed: 'Failed',
    dropped: 'Dropped',
    replaced: 'Replaced',
    unknown: 'Unknown',
    sendingHint: 'Waiting for the network to confirm it. You can close this window.',
    sentHint: 'Confirmed by the network.',
    failedHint: 'The network refused it. Only the fee was spent.',
    droppedHint: 'The network dropped it. Nothing has changed.',
    replacedHint: 'Another transaction took its place. Look at it before you repeat this one.',
    unknownHint: 'Check your wallet before you repeat it.',
  },
  whatIsANetwork: {
    heading: 'What is a network?',
    one: 'A shared ledger',
    oneText: 'A network is a public record of who owns what, kept by many computers at once.',
    two: 'Several of them',
    twoText:
      'Each network has its own coin, its own fees and its own pages. Your balance on one is not on another.',
    three: 'Switching is free',
    threeText: 'You can change networks at any time. What you own stays where it is.',
  },
}
