import { protectWords } from './words/protect.ts'
import { recoverWords } from './words/recover.ts'
import { stepWords } from './words/step.ts'
import { unreadableWords, warningWords } from './words/warning.ts'
import { wayOutWords } from './words/way-out.ts'

const recoveryPhrase = 'Recovery phrase'
const lowerCaseInSentence = (name: string): string =>
  name === recoveryPhrase ? 'recovery phrase' : name

/** All texts of the vault's windows, in one place. */
export const words = {
  vault: 'Vault',
  close: 'Close',
  back: 'Back',
  tryAgain: 'Try again',
  loading: 'One moment…',
  done: 'Done',
  doneText: 'You can close this window.',
  goBack: (site: string) => `Go back to ${site}`,
  nothingHere: 'Nothing to do here',
  nothingHereText:
    'This window was opened without a request, or was loaded again. Close it and start again from the page.',
  cutHeading: 'This page keeps its windows apart',
  cutText:
    'Your browser does not let this window speak with the page that opened it. Nothing was signed or changed.',
  silentHeading: 'The page does not answer',
  silentText:
    'It may have been closed or loaded again. Nothing was signed or changed. Close this window and try again from the page.',
  lostHeading: 'The page was closed',
  lostText: 'Nothing more can be decided here. Close this window and start again from the page.',
  noProject: 'This address belongs to no project. Close this window.',
  unexpected:
    'Something went wrong here. Nothing was signed or changed. Close this window and try again from the page.',

  hidden: 'hidden letter',
  showData: 'Show the data',
  showBytes: 'Show the bytes',
  showRaw: 'Show the request as it came',
  showTyped: 'Show everything that is signed',
  site: 'Site',
  network: 'Network',
  solanaAll: 'Solana, whichever of its networks',
  solanaUnchecked: 'Solana, and which of its networks is not known',
  account: 'Your account',
  to: 'To',
  from: 'From',
  contract: 'Contract',
  token: 'Token',
  spender: 'Who may spend',
  operator: 'Who may move them',
  actor: 'Who may act',
  limits: 'Limits, set by contracts',
  collectible: (amount: string) => (amount === '1' ? 'a collectible' : `${amount} collectibles`),
  anyNumber: 'Any that the order allows',
  safe: 'The Safe',
  until: 'Until',
  forEver: 'No end',
  program: 'Program',
  accounts: 'Accounts',
  fee: 'Network fee, at most',
  feeNone: 'Paid by somebody else',
  feeSponsor: 'Fee paid by',
  contractAccount: 'A contract: it acts and signs for you, by your key alone.',
  makesAccount: 'This is its first transaction, and sets it up on the network.',
  feeUnknown: 'Not known yet',
  backToYou: 'Back to you',
  inputs: 'Signs inputs',
  amountHidden: 'amount not given',
  number: 'Number',
  newOwner: 'New owner',
  nobody: 'Nobody, for ever',
  message: 'Message',
  bytes: 'Bytes',
  domain: 'Signed for',
  units: (amount: string) => `${amount} base units`,
  unitsNote: 'The number of decimals is not known, so the amount is shown in the smallest units.',
  tokenSaid: (symbol: string) =>
    `The contract calls itself ${symbol}. Anybody can call a contract that: compare the address.`,
  firstTime: 'You have not sent anything to this address from this browser before.',
  lookAlike: (known: string) =>
    `This address resembles one you have used (${known}), but is another one. Somebody may have planted it.`,
  isContract: 'The receiver is a contract.',
  tokenAccount: 'Into the account',
  mark: 'Mark of the payment',
  ownerUnknown: 'This is an account that holds tokens. Whose it is, the vault could not find out.',

  approveHeading: {
    transaction: 'Approve a transaction',
    bitcoin: 'Approve a transaction',
    message: 'Sign a message',
    'sign-in': 'Sign in',
    typed: 'Sign data',
    unreadable: 'This cannot be approved',
  },
  approve: 'Approve',
  reject: 'Reject',
  armWait:
    'Look first. This button works a second after it appears, once you have moved the pointer or pressed Tab.',
  armNotYet:
    'Look at the request first. Approve works a second after it appears, once you have moved the pointer or pressed Tab.',
  signing: 'Approved. The page is being told…',
  rejected: 'Rejected',
  refused: 'The vault did not take this decision',
  refusedText: 'The request was changed or withdrawn while it was shown. Nothing was signed.',
  signedByPage: 'The signed transaction is handed to the page, which may send it at any time.',
  stepsOf: (count: number) => `${count} steps, in this order`,
  allOrNothing: 'All of them happen, or none.',
  barredHeading: 'Set up recovery first',
  barredAction: 'Set up recovery',
  barredText: (site: string) =>
    `Until recovery is set up, this wallet sends only small amounts of the network's own coin, so that a lost device does not take more with it. Set it up here: it takes a minute. Then ask for this once more on ${site}.`,
  mismatch:
    'What the page asked and what would be signed are not the same. Nothing can be approved.',
  unreadable: unreadableWords,
  step: stepWords,
  everyChain: 'On every network',
  delegate: {
    owners:
      'This contract acts for the account today, so that several calls can go as one. Those who run this wallet chose it; the next batch asks for it again.',
    foreign:
      'This contract can move everything in the account today. Those who run this wallet did not choose it. Once you approve, your key alone commands the account.',
    foreignStays:
      'A contract that those who run this wallet did not choose can move everything in this account, whatever you decide here. Take the account back first: in Settings, on the page.',
  },

  login: {
    heading: (provider: string) => `Sign in with ${provider}`,
    ask: (site: string, provider: string) => `Sign in on ${site} with ${provider}?`,
    why: (site: string) =>
      `You are about to sign in on ${site}. Only go on if you started this there yourself. This window then shows a number, which you type into that page: never give it to anybody.`,
    whyLink: (site: string, provider: string, account: string) =>
      `Somebody who is signed in on ${site} as ${account} wants to sign in with your ${provider} account, too. Only go on if that is you.`,
    goOn: (provider: string) => `Go on to ${provider}`,
    numberHeading: (site: string) => `Type this number on ${site}`,
    numberText: (site: string) =>
      `The page ${site} asks for it, where you began to sign in. Once it is typed there you are signed in.`,
    number: 'Number',
    numberWarn:
      'Type it nowhere else, and tell nobody: whoever has it is signed in as you. If you did not begin this on that page yourself, close this window.',
    linkHeading: (provider: string) => `Link your ${provider} account?`,
    linkText: (provider: string) =>
      `Whoever is signed in to the account below gets another way in, by your ${provider} account, and your ${provider} account opens that wallet from now on.`,
    linkIdentity: (provider: string) => `Your ${provider} account`,
    linkAccount: 'Is linked to the account',
    link: 'Link it',
    linkNot: 'Do not link it',
    going: (provider: string) => `Going to ${provider}…`,
    notMine: 'I did not start this',
    endedHeading: 'The sign-in has ended',
    doneHeading: 'Back to the page',
    doneText:
      'How the sign-in went is shown on the page where it began. This window closes by itself where the browser lets it.',
    failures: {
      'login-expired':
        'The sign-in took too long, or was used already. Close this window and begin again on the page.',
      'login-number-wrong':
        'Another number was typed into the page, so the sign-in was ended. Close this window and begin again on the page.',
      'login-refused':
        'The sign-in was refused, or goes on in another browser. Close this window and begin again on the page.',
    },
  },
  recovery: {
    heading: 'Set up recovery',
    text: 'If this device is lost, or the browser forgets, recovery brings the wallet back. Without it nobody can, not even the operator of this vault.',
    byOperator:
      'The operator of this vault chose to keep a way of recovery of their own: with it, the operator alone can make every key of this wallet. Whoever signs in as you, waits some days unnoticed and convinces the operator has the wallet, too.',
    passkey: 'Use a passkey',
    passkeyText: 'Your face, finger or screen lock, kept by your device or password manager.',
    password: 'Use a password',
    passwordText: 'Long, and used nowhere else.',
    confirm: 'Use the passkey once',
    confirmText:
      'The passkey is there. Use it once more, to be sure it opens the wallet when it must.',
    deviceBound:
      'This passkey lives on this device only. If the device is lost, the passkey is lost with it: set up a second passkey or a password as well.',
    noPrf:
      'This passkey cannot keep a wallet: your device or password manager does not support that yet. Use a password instead.',
    drift: 'The passkey answered two different things. It was not used. Use a password instead.',
    passkeyRefused: 'The passkey was not made. Try again, or use a password.',
    field: 'New password',
    repeat: 'Confirm password',
    save: 'Save the password',
    short: (least: number) => `At least ${least} characters`,
    differs: 'The two are not the same',
    strength: ['Too short', 'Weak', 'Fair', 'Good', 'Strong'],
    measured:
      'Measured by length and variety only. A password you use elsewhere is weak, however long it is.',
    working: 'Securing your wallet…',
    saving: 'Your wallet is being secured…',
    saved: 'Recovery is set up',
    existing: 'Ways to recover',
    kinds: { passkey: 'Passkey', password: 'Password', operator: 'The operator of this vault' },
    since: (date: string) => `since ${date}`,
    remove: (kind: string) => `Remove ${kind}`,
    removeSure: (kind: string) => `Yes, remove ${kind}`,
    removeText: 'It will not bring the wallet back any more. Keep at least one.',
  },
  recover: recoverWords,
  wayOut: wayOutWords,
  ...protectWords,
  export: {
    heading: 'Export your keys',
    warn: 'Whoever sees these words or keys has everything in this wallet, for ever. No one who runs this vault will ever ask you for them. Make sure nobody is looking, and that no screen is shared.',
    told: 'If you have an email address here, a notice of this is sent to it.',
    show: 'Show words and keys',
    words: recoveryPhrase,
    wordsText: 'They bring back every account in any wallet that takes 24 words (BIP-39).',
    reveal: (name: string) => `Show ${lowerCaseInSentence(name)}`,
    hide: (name: string) => `Hide ${lowerCaseInSentence(name)}`,
    copy: (name: string) => `Copy ${lowerCaseInSentence(name)}`,
    copied: 'Copied. Other programs can read the clipboard: clear it when you have pasted.',
    clear: 'Clear the clipboard',
    cleared: 'The clipboard was cleared.',
    clearedText: '(cleared by the vault)',
    noCopy: 'Your browser did not allow that.',
    keys: {
      eip155: 'Ethereum private key',
      solana: 'Solana private key',
      bip122: 'Bitcoin private key',
    },
  },
  devices: {
    heading: 'Devices',
    text: 'Every site you use this wallet on counts as a device of its own.',
    this: 'this device',
    used: (date: string) => `last used ${date}`,
    revoke: (name: string) => `Remove ${name}`,
    sure: (name: string) => `Yes, remove ${name}`,
    sureText:
      'It is signed out, and its share of the wallet becomes worthless. The others stay as they are.',
    none: 'No other devices.',
    more: 'Show more devices',
  },
  delete: {
    heading: 'Delete your account',
    warn: 'Everything the vault keeps for you is deleted: its shares of the keys, your devices, your ways to sign in. Coins stay on their networks, but without exported words or keys nobody can ever move them again.',
    export: 'Export your keys first, unless the wallet is empty.',
    word: 'delete',
    field: 'Type “delete” to confirm',
    button: 'Delete for ever',
    wrong: 'Type the word delete',
    done: 'Your account is deleted',
  },
  confirmNot: 'Keep it',
  remove: 'Remove',
  removeSure: 'Yes, remove',
  wait: (seconds: number) =>
    `Too many tries. Try again in ${seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`}.`,

  warning: warningWords,
} as const
