import type { Reading, Warning } from '../../decode/reading.ts'

/** Texts of the warnings about a request. */
export const warningWords: Readonly<Record<Warning, string>> = {
  'unknown-call':
    'The vault cannot tell what this will do. Approve it only if you trust the site entirely.',
  'unknown-data':
    'The vault does not know what this data is for. It may give away anything of yours, now or later. Sign it only if you trust the site entirely.',
  'order-for-nothing':
    'Dangerous. You would give this away, and nothing comes back to this account for it.',
  'safe-code':
    'Dangerous. The Safe would run the code of the contract below as its own: it can move everything the Safe holds, and change who owns it.',
  acting:
    'Dangerous. Whoever is named below could then do everything with this account, at any time, without asking you again.',
  'acting-limited':
    'Whoever is named below could then act for this account, at any time, without asking you again. The limits are in contracts that the vault cannot read.',
  unbounded:
    'This has no bound: whoever is named may take all you have of this token, and all you ever get.',
  'all-nfts': 'Whoever is named may take every collectible of this collection, now and later.',
  delegation:
    'Dangerous. The contract named below could then move everything in this account, at any time, without asking you again. Almost no site needs this.',
  'delegation-owners':
    'The contract named below gets to act for this account: whatever its code does, it can do with all you hold here. It was chosen by those who run this wallet, not by the site.',
  'every-chain': 'This counts on every network, not only on this one.',
  ownership:
    'Dangerous. Something of yours would belong to somebody else afterwards, with all that is in it.',
  'domain-mismatch':
    'This sign-in is for another site than the one that asks. Somebody may be trying to sign in as you elsewhere.',
  'account-mismatch': 'This sign-in names another account than yours.',
  'chain-mismatch': 'This names another network than the one it was asked for, or none.',
  expired: 'This sign-in has already expired.',
  'nearly-sign-in':
    'This looks like a sign-in, but is not written as one must be. It may be meant to mislead.',
  'hash-message': 'This is only a fingerprint of something. What that is, nobody can tell from it.',
  'hidden-letters':
    'This holds letters that cannot be seen or that turn others around. They are spelled out below.',
  'unsigned-fields': 'The site sent more than is signed. What is not signed is not shown.',
  'open-signature':
    'This signature would leave parts of the transaction open: they can be changed after you sign.',
  'fee-unknown': 'The fee cannot be told from what the site sent.',
  'other-payer': 'Somebody else pays the fee.',
  'no-expiry':
    'This does not expire: whoever has it once it is signed may send it at any later time.',
  'network-unchecked':
    'The vault could not find out on which network of Solana this counts. Whatever the site says of a test: it may be real money.',
  'lookup-tables':
    'Some accounts come from tables that are not in the transaction; they are shown by number.',
  'not-atomic': 'Some of the steps may happen and others not.',
  'extra-data': 'There are bytes behind the call that do not belong to it.',
  burns: 'What is destroyed is gone.',
}

/** Texts that explain why the vault cannot let a request be approved. */
export const unreadableWords: Readonly<
  Record<Extract<Reading, { kind: 'unreadable' }>['reason'], string>
> = {
  shape: 'This request is not put together as it must be, so nobody can say what would be signed.',
  size: 'This request is too large to be shown whole, and what is not shown is not signed.',
  method: 'The vault does not know this kind of request.',
  account: 'This request is for another account than the one you are signed in with.',
  message:
    'Dangerous. The site calls this a message, but it is no text and could be a transaction: signed, it could move what you own.',
  network:
    'This transaction has expired, or is for another network than the site says: the network that is named does not know it.',
}
