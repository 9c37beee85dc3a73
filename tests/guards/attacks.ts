/** Where an attack is tested: a file from the repository's root, and words of a test's title. */
export type Tried = readonly [file: string, title: string]

export interface Row {
  readonly attack: string
  readonly tried: readonly Tried[]
  /**
   * Why there is no guard of ours to switch off; all other attacks have a test in `tests/guards`.
   */
  readonly unswitched?: string
}

const frame = 'tests/guards/frame.chain.test.ts'
const gateway = 'tests/guards/gateway.chain.test.ts'
const signIn = 'tests/guards/sign-in.chain.test.ts'
const page = 'tests/guards/page.chain.test.ts'
const vault = 'tests/guards/vault.browser.test.ts'
const contracts = 'tests/guards/contracts.chain.test.ts'
const protect = 'tests/guards/protect.chain.test.ts'
const services = 'tests/guards/services.chain.test.ts'
const relay = 'tests/guards/relay.chain.test.ts'
const signing = 'tests/guards/signing.chain.test.ts'
const swaps = 'tests/guards/swaps.chain.test.ts'
const traffic = 'tests/guards/traffic.chain.test.ts'
const auth = 'packages/gateway/src/features/accounts'
const app = 'apps/vault'

/**
 * Every attack that was listed for the platform, then further ones, then those on contract accounts
 * and on the relay.
 */
export const rows: readonly Row[] = [
  { attack: 'mask or outline hides Approve', tried: [[vault, 'falls on an approval hidden by']] },
  { attack: 'Tab and Enter driven by the page', tried: [[vault, 'leads Tab and Enter']] },
  {
    attack: 'double click into the window',
    tried: [
      [vault, 'the second click of a double click'],
      [vault, 'on a button of another window'],
      [`${app}/src/windows/parts/arming.test.ts`, 'default'],
    ],
  },
  {
    attack: 'page with COOP',
    tried: [
      [vault, 'the frame loads, and its worker makes a wallet'],
      ['apps/demo/src/embedded.browser.test.ts', 'whose page cuts the window from its opener'],
      [
        'apps/demo/src/embedded-isolated.browser.test.ts',
        'approves in a window that signed in by itself',
      ],
    ],
    unswitched: 'nothing is stopped: it works all the same',
  },
  {
    attack: 'page with COEP or DIP',
    tried: [[vault, 'without the headers of the frame, or of its workers']],
  },
  {
    attack: 'credentialless or sandboxed frame',
    tried: [
      [vault, 'a frame without credentials'],
      [vault, 'in a sandbox that takes its origin'],
      [frame, 'a sandboxed frame keeps a share'],
    ],
  },
  {
    attack: 'storage parted by site',
    tried: [
      [`${app}/src/store/store.alone.test.ts`, 'everything lost is routine'],
      ['apps/demo/src/embedded.browser.test.ts', 'recovered on a second site'],
    ],
    unswitched: 'browsers part it, not we',
  },
  {
    attack: 'Farcaster’s relayed code as a way into somebody’s account',
    tried: [[signIn, 'by a code of Farcaster that was relayed']],
  },
  {
    attack: 'session fixation by a link',
    tried: [
      [signIn, 'a victim who follows a link'],
      [signIn, 'a victim who goes through with it'],
      [signIn, 'asks for its number'],
      [signIn, 'the number is found by trying'],
      [signIn, 'what was proved is collected twice'],
    ],
  },
  {
    attack: 'forged greeting from a window that opened the page',
    tried: [
      [frame, 'a window that has merely opened the page'],
      [vault, 'a page that opened the shop greets its frame'],
    ],
  },
  {
    attack: 'origin compared by host alone',
    tried: [
      [frame, 'the same host at another port'],
      [frame, 'the same host without TLS'],
    ],
  },
  {
    attack: 'messages with a prototype, huge or odd',
    tried: [
      [frame, 'fields come from a prototype'],
      [frame, 'a text longer than a message may be'],
      [frame, 'nesting without end'],
      [
        `${app}/src/frame/page/take-hello.test.ts`,
        'anything at all is answered, refused or ends the line',
      ],
    ],
  },
  {
    attack: 'replayed messages, ids used again',
    tried: [
      [frame, 'what was recorded is said again'],
      [frame, 'an id is used twice'],
      [frame, 'a second greeting takes the line over'],
    ],
  },
  {
    attack: 'hole in the policy of a worker',
    tried: [[vault, 'a worker of the vault reaches the net']],
  },
  { attack: 'a sink for script', tried: [[vault, 'text becomes markup']] },
  {
    attack: 'wrong or tampered share',
    tried: [
      [frame, 'the sign-in share of another wallet signs'],
      [frame, 'was flipped signs'],
    ],
  },
  {
    attack: 'share released to an old device, or for another payload',
    tried: [
      [gateway, 'a share is released to a device that was revoked'],
      [gateway, 'the proof of one payload'],
      [gateway, 'a stolen token is used with the thief'],
    ],
  },
  {
    attack: 'codes guessed, used again or elsewhere; who exists',
    tried: [
      [gateway, 'a sixth try is the right one'],
      [gateway, 'a code is used twice'],
      [gateway, 'a code of one challenge opens another'],
      [
        `${auth}/sign-in.chain.test.ts`,
        'known and unknown addresses cost the same statements and mails',
      ],
    ],
  },
  {
    attack: 'a scanner of mails follows a link',
    tried: [
      ['packages/gateway/src/features/mail/code-mail.test.ts', 'no link, no markup of others'],
    ],
    unswitched: 'there is no link',
  },
  {
    attack: 'mix-up, CSRF and injected codes at providers',
    tried: [
      [signIn, 'the answer names another issuer'],
      [signIn, 'is made to bring the attacker’s answer'],
      [signIn, 'the code of another is injected under a state of one’s own'],
      [signIn, 'an ID token without a nonce'],
      [signIn, 'an ID token without a signature'],
      [`${auth}/oauth/open-provider.test.ts`, 'another audience'],
      [`${auth}/oauth/oauth.chain.test.ts`, 'a code that was used before is refused'],
      [`${auth}/oauth/oauth.chain.test.ts`, 'apple posts'],
    ],
  },
  {
    attack: 'taking an account over by an equal address',
    tried: [
      [signIn, 'an equal subject at another issuer'],
      [
        'apps/demo/src/embedded-socials.browser.test.ts',
        'one email at two providers is two accounts',
      ],
    ],
  },
  {
    attack: 'a relay of Farcaster’s that lies',
    tried: [
      [signIn, 'the message of another sign-in'],
      [signIn, 'a message that names two ids'],
    ],
  },
  {
    attack: 'a passkey that gives no secret, or another one',
    tried: [
      [`${app}/src/windows/test/windows.browser.test.ts`, 'by passkey: made, tried'],
      [
        'apps/demo/src/embedded-devices.browser.test.ts',
        'a passkey that keeps no secret gives way',
      ],
    ],
    unswitched: 'nobody attacks: it is tried before anything is sealed to it',
  },
  {
    attack: 'the passkey of another site',
    tried: [[vault, 'a page asks for the passkey of the vault']],
    unswitched: 'browsers keep them apart; no server of ours believes an assertion',
  },
  {
    attack: 'guessing a recovery password',
    tried: [
      [gateway, 'a password is guessed'],
      [`${app}/src/windows/recover/open-recovery.test.ts`, 'another secret opens nothing'],
    ],
  },
  {
    attack: 'the browser wipes what the vault keeps',
    tried: [
      [`${app}/src/store/store.alone.test.ts`, 'everything lost is routine'],
      [
        'apps/demo/src/embedded-devices.browser.test.ts',
        'brings the wallet back as often as it must',
      ],
    ],
    unswitched: 'recovery is the routine',
  },
  {
    attack: 'a key left in memory',
    tried: [
      ['apps/demo/src/embedded-secrets.browser.test.ts', 'found in no place after signing up'],
      [
        `${app}/src/frame/requests/open-requests.alone.test.ts`,
        'a message is signed once the window has approved',
      ],
    ],
    unswitched:
      'workers end with their operation, which the second sees; the first searches the heaps after each flow',
  },
  {
    attack: 'a tampered release',
    tried: [[`${app}/build.test.ts`, 'built twice it is the same, byte for byte']],
    unswitched: 'whoever serves the vault can change it: the hashes are for others to compare',
  },

  {
    attack: 'a foreign origin frames the vault',
    tried: [
      [vault, 'a page of another site shows the vault'],
      [vault, 'that stands in a frame of another site'],
    ],
  },
  {
    attack: 'a foreign origin messages the vault',
    tried: [[frame, 'a page of another site that opened the page']],
  },
  {
    attack: 'forged messages',
    tried: [
      [frame, 'says what only a window of the vault may'],
      [frame, 'tells a window of the vault what its frame would'],
      [frame, 'a second window decides in the place of the first'],
    ],
  },
  { attack: 'code guessing', tried: [[gateway, 'an eleventh failure of a day']] },
  {
    attack: 'open redirect',
    tried: [
      [frame, 'the way back leads to another site'],
      [frame, 'has the page open a window elsewhere'],
      [`${auth}/oauth/oauth.chain.test.ts`, 'what comes in is never shown and never gone to'],
    ],
  },
  {
    attack: 'share swap',
    tried: [
      [gateway, 'lies in the row of another, by a hand in the database'],
      [gateway, 'the share of one account is released to another'],
      [frame, 'is split anew, and kept'],
      [frame, 'slipped into the database is sealed the share'],
      [gateway, 'a split that the wallet has not signed'],
    ],
  },
  {
    attack: 'protocol downgrade',
    tried: [
      [frame, 'a page that claims an older version'],
      [frame, 'a page whose least is newer'],
      [page, 'than its least'],
    ],
  },
  {
    attack: 'the database stolen alone',
    tried: [
      [gateway, 'a stolen database holds shares'],
      [gateway, 'a stolen database holds codes'],
      [`${auth}/stolen.chain.test.ts`, 'the database alone'],
    ],
  },
  {
    attack: 'the key service’s key stolen alone',
    tried: [[`${auth}/stolen.chain.test.ts`, 'the key file alone']],
    unswitched: 'the file holds a key and nothing under it',
  },
  {
    attack: 'script on the page signs silently',
    tried: [
      [vault, 'a script of the page asks for a signature'],
      [vault, 'a script of the page calls the gateway itself'],
      [frame, 'something else is signed than was shown'],
      [frame, 'the worker is handed another request'],
    ],
  },
  {
    attack: 'the way out, by somebody else or with less than the visitor must have',
    tried: [
      [gateway, 'handed to a stranger who names the account'],
      [gateway, 'a removed device is handed'],
      [gateway, 'what the operator keeps is handed'],
      [gateway, 'a password is guessed without a session'],
      [gateway, 'the pepper of anything is asked without a session'],
      [`${app}/src/worker/way-out.test.ts`, 'the sign-in share is of no use'],
    ],
  },
  { attack: 'clickjacking of the approval', tried: [[vault, 'a click meant for something else']] },

  {
    attack: 'a page speaks to the visitor’s contract account, or to the entry point, as its owner',
    tried: [
      [contracts, 'is made to call itself'],
      [contracts, 'a plain transaction of the key tells the contract account'],
      [contracts, 'a batch calls nobody'],
      [contracts, 'calls the entry point'],
      [contracts, 'asks by its name for what the vault alone makes'],
    ],
  },
  {
    attack: 'a message by the key that is an operation, or a message of the contract account',
    tried: [
      [contracts, 'as a message of 32 bytes'],
      [contracts, 'is signed by the key as typed data'],
      [contracts, 'as typed data that wraps it'],
      [contracts, 'gives the struct around it another meaning'],
    ],
  },
  {
    attack: 'a page names chain, sender or account of a request otherwise',
    tried: [
      [contracts, 'calls for one chain are sent on another'],
      [contracts, 'a transaction for one chain is sent on another'],
      [contracts, 'calls of another account'],
      [contracts, 'typed data for another chain'],
    ],
  },
  {
    attack: 'a page brings a factory, code, a payer, an authorisation or a nonce of its own',
    tried: [
      [`${app}/src/frame/smart/requests.alone.test.ts`, 'is refused before anything is shown'],
      [`${app}/src/frame/smart/requests.alone.test.ts`, 'what is shown is the whole operation'],
    ],
    unswitched:
      'it is refused to say so: nothing that makes an operation or a batch reads these fields',
  },
  {
    attack:
      'the worker is handed what no frame makes: sender, maker, payer, chain of an operation or a batch',
    tried: [
      [contracts, 'an operation of another account'],
      [contracts, 'another factory make the account'],
      [contracts, 'made for another owner'],
      [contracts, 'somebody pays for whom the owner names no sponsor'],
      [contracts, 'goes to somebody else'],
      [contracts, 'is for another chain'],
      [contracts, 'under the name of another'],
    ],
  },
  {
    attack: 'an operation or a batch that runs otherwise than it reads',
    tried: [
      [contracts, 'an operation reads as a call without data'],
      [contracts, 'a batch reads as a call without data'],
    ],
  },
  {
    attack: 'a delegate of somebody else’s, for every chain, or for later',
    tried: [
      [contracts, 'takes over the code of somebody else'],
      [contracts, 'counts on every chain'],
      [contracts, 'is kept for later'],
    ],
  },
  {
    attack: 'taking an account back does something else',
    tried: [
      [contracts, 'where it should be taken back'],
      [contracts, 'what takes the account back goes to somebody else'],
      [contracts, 'what takes the account back is for another chain'],
    ],
  },
  {
    attack: 'a bundler or a sponsor that lies',
    tried: [
      [contracts, 'a bundler that names another operation'],
      [contracts, 'the receipt of another operation'],
      [contracts, 'in the place of a hash'],
      [contracts, 'more gas than any block'],
      [contracts, 'a bundler answers without end'],
      [contracts, 'a sponsor has more signed'],
      [contracts, 'a text of its own'],
    ],
  },
  {
    attack: 'an operation is changed after its approval',
    tried: [
      [contracts, 'a fee is changed after the approval'],
      [contracts, 'a bundler that changes a field has nothing that counts'],
    ],
  },
  {
    attack: 'more leaves before recovery than may, by a batch, a fee, or piece by piece',
    tried: [
      [contracts, 'the second call of a batch'],
      [contracts, 'two operations, each below the limit'],
      [contracts, 'the fee takes more'],
      [contracts, 'a batch moves tokens'],
      [frame, 'more is sent before recovery'],
    ],
  },
  {
    attack: 'a node or a bundler names the address of an account',
    tried: [
      [`${app}/src/keys/smart-address.test.ts`, 'default'],
      ['packages/devnet/src/bundler/smart-accounts.chain.test.ts', 'agree where an account is'],
    ],
    unswitched: 'nobody is asked for it',
  },
  {
    attack: 'the operator’s bundler or sponsor is used by others, or turns on the gateway',
    tried: [
      [services, 'spend what the operator pays for'],
      [services, 'a method that the operator offers nobody'],
      [services, 'a field of another version'],
      [services, 'another entry point'],
      [services, 'a payment on another chain'],
      [services, 'a policy of somebody else’s'],
      [services, 'the sponsor pay without end'],
      [services, 'tells the operator’s key'],
      [services, 'to an address inside'],
      [services, 'the service answers without end'],
      [services, 'tell where the bundler is'],
    ],
  },

  {
    attack: 'a window elsewhere, of the same account, decides',
    tried: [
      [relay, 'that was never paired decides'],
      [relay, 'that another account paired decides'],
      [relay, 'a window speaks under the id of another'],
    ],
  },
  {
    attack: 'the number that pairs a window is guessed, or copied',
    tried: [
      [relay, 'another number is typed'],
      [relay, 'found at the fourth try'],
      [relay, 'copied as the window sealed it'],
    ],
  },
  {
    attack: 'somebody between a window and its frame',
    tried: [
      [relay, 'with keys of their own is told the number'],
      [relay, 'another nonce than was bound'],
      [relay, 'begins again, with a nonce that fits'],
      [relay, 'until the digits fit'],
      [relay, 'answers once more, as another device'],
      [relay, 'has the window show a request'],
    ],
  },
  {
    attack: 'texts of the relay read, forged or told again by the gateway or another account',
    tried: [
      [relay, 'the gateway reads'],
      [relay, 'tells a text of the window once more'],
      [relay, 'somebody of another account'],
      [relay, 'a page with a session of its own'],
      [relay, 'has no session, neither tells nor reads'],
      [relay, 'a stolen database holds what was told'],
    ],
  },
  {
    attack: 'texts of the relay without end, or too late',
    tried: [
      [relay, 'a box is filled without end'],
      [relay, 'windows are begun without end'],
      [relay, 'listen for windows without end'],
      [relay, 'heard after its ten minutes'],
      [relay, 'a window that comes too late'],
    ],
  },
  {
    attack: 'a text of the relay longer than any',
    tried: [[`${auth}/relay/relay.chain.test.ts`, 'longer texts and too many are refused']],
    unswitched: 'its shape is made when the gateway starts, once for all tests',
  },

  {
    attack: 'the sign-in alone, where the operator keeps a recovery share',
    tried: [
      [protect, 'is handed what the operator keeps at once'],
      [protect, 'before the waiting time is over'],
      [protect, 'that the operator has not confirmed'],
      [protect, 'stops the request of the owner’s new device'],
    ],
  },
  {
    attack: 'two minutes at the unlocked device',
    tried: [
      [protect, 'the keys are exported hours after the sign-in'],
      [protect, 'a way to recover is added hours after the sign-in'],
      [protect, 'goes on with its session after the owner froze the account'],
      [protect, 'ends the freeze without proving anything'],
      [protect, 'in which nothing was opened'],
      [protect, 'a proof that was seen is used once more'],
      [protect, 'the passkey of somebody else'],
      [protect, 'texts to open are asked for without end'],
      [protect, 'takes the keys along from a frozen account'],
    ],
  },
  {
    attack: 'a frozen account, and somebody with the mailbox',
    tried: [
      [protect, 'signs in anew and recovers from a frozen account'],
      [protect, 'ends the freeze by the mailbox alone'],
      [protect, 'freezes it by the sign-in alone'],
    ],
  },
  {
    attack: 'so many devices or audit lines that the owner is kept out, or the disk is full',
    tried: [
      [protect, 'a list longer than the vault takes'],
      [protect, 'a line of the audit for each refused call'],
    ],
  },

  {
    attack: 'a small sum that is none, approved in a frame that the page hides',
    tried: [
      [frame, 'to a receiver whom the operator did not name'],
      [frame, 'with a huge fee'],
      [frame, 'in a call that moves tokens'],
      [frame, 'that the page may hold back'],
      [frame, 'again and again'],
    ],
  },

  {
    attack: 'a transaction in the guise of a message',
    tried: [[signing, 'are signed as a message']],
  },
  {
    attack: 'a transaction of one network of Solana under the name of another',
    tried: [
      [signing, 'under the name of another network'],
      [signing, 'under a made-up name'],
    ],
  },
  {
    attack: 'typed data that moves something, of a form the vault does not know',
    tried: [
      [signing, 'shown without a word'],
      [`${app}/src/decode/typed/meaning.test.ts`, 'whatever has no known meaning is warned of'],
    ],
  },
  {
    attack: 'an input of Bitcoin whose amount is false',
    tried: [
      [signing, 'says less than it spends'],
      [`${app}/src/frame/requests/check-amounts.test.ts`, 'a false amount, another output'],
    ],
  },

  {
    attack: 'one caller uses up the nodes that all share',
    tried: [
      [traffic, 'all embedded wallets behind the proxy'],
      [traffic, 'thousands of heavy calls in batches'],
      [traffic, 'a thousand calls come in one batch'],
      [traffic, 'another one with each connection'],
      [traffic, 'in front of what the proxy saw'],
      [traffic, 'where no proxy stands in front'],
    ],
  },
  {
    attack:
      'a page that is not of the project, or a call that the operator has not allowed, reaches a node',
    tried: [
      [traffic, 'a program on a visitor’s machine'],
      [traffic, 'a method of a chain that nobody knows'],
      [traffic, 'an error of a node tells the operator’s key'],
    ],
  },
  {
    attack:
      'the gateway fetches a picture from where it should not, or keeps a stranger’s name for itself in a cache',
    tried: [
      [traffic, 'at any port of other machines'],
      [traffic, 'a public address of its own machine'],
      [traffic, 'in a cache that others share'],
    ],
  },
  {
    attack: 'strangers fill the relay',
    tried: [
      [traffic, 'a page of another is told that it is full'],
      [traffic, 'who fills the share of a network'],
      [traffic, 'who fills it all from many networks'],
      [traffic, 'that nobody counts fill the memory'],
      [traffic, 'that nobody counts fill the disk'],
      [traffic, 'stays for a month'],
      [traffic, 'as many as it has addresses'],
      [traffic, 'opens sockets without end'],
      [traffic, 'subscribes without end'],
      [traffic, 'one network publishes without end'],
      [traffic, 'publishes bytes without end'],
      [
        'packages/gateway/src/features/relay/store/redis-store.chain.test.ts',
        'shares, room and their account',
      ],
    ],
  },
  {
    attack: 'one site, or a stranger who names a site, fills the relay for others',
    tried: [
      [traffic, 'a visitor of another is told that it is full'],
      [traffic, 'makes up an id of a project each'],
      [traffic, 'name a site use its share up'],
      [traffic, 'drives visitors of another out of a full share'],
      [
        'packages/gateway/src/features/relay/store/redis-projects.chain.test.ts',
        'redisStore: shares of projects',
      ],
    ],
  },
  { attack: 'a token for another relay', tried: [[traffic, 'that another relay was given']] },
  {
    attack: 'mails to strangers, or none to visitors',
    tried: [
      [traffic, 'as its new address'],
      [traffic, 'a few busy callers'],
      [traffic, 'strangers from many places'],
      [traffic, 'mailed to all day'],
    ],
  },
  {
    attack: 'the operator’s token is guessed, or its owner locked out by guesses',
    tried: [
      [traffic, 'from every address of one IPv6 network'],
      [traffic, 'lock the right one out'],
    ],
  },
  {
    attack: 'rows without end of whoever has no session',
    tried: [
      [traffic, 'with a session that is none'],
      [traffic, 'on every path as many again'],
      [traffic, 'lines of the audit stay for ever'],
    ],
  },
  {
    attack: 'another user of the gateway’s machine',
    tried: [
      [traffic, 'writes the database in a folder that was there before'],
      [traffic, 'such a folder is taken as it is'],
      [traffic, 'in a configuration that lies elsewhere'],
    ],
  },
  {
    attack: 'a swap that is none, from a gateway that lies',
    tried: [
      [swaps, 'goes to the thief'],
      [swaps, 'takes another token'],
      [swaps, 'worth nothing'],
      [swaps, 'takes more than was offered'],
      [swaps, 'content with nothing'],
      [swaps, 'until its price is bad'],
      [swaps, 'far below its promise'],
      [swaps, 'approved without end'],
      [swaps, 'shown without a word'],
      [swaps, 'somebody else is approved'],
      [swaps, 'more is approved'],
      [swaps, 'the node sees it'],
      [swaps, 'counts as one that does'],
    ],
  },
]
