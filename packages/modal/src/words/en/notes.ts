/** Warnings before a transfer or a swap is confirmed, keyed by the code of the warning. */
export const noteWords = {
  'first-time-receiver': 'First time you send to this address.',
  'contract-receiver': 'This address is a contract. Be sure it can receive what you send.',
  'similar-receiver':
    'This address resembles one you used before but is a different one. Compare every group.',
  'own-receiver': 'This is your own account.',
  'unknown-router':
    'This page does not know the contract that makes the swap. It may take exactly what the swap needs.',
  'partial-trial': 'What the swap does could not be tried in full, only that it would not fail.',
  'gateway-trial':
    'The service that offers this swap is also the one that tried it. Nobody else has checked what it does.',
  'unspendable-receiver': 'Nobody can spend from this address. What you send there is lost.',
  'receiver-deposit':
    'The fee includes a deposit: the receiver has no account for this token yet, and gets one.',
  'unlimited-approval':
    'You allow this contract to take all you have of this token, now and later.',
  'warned-token': 'There is a warning about this token.',
  'sponsored-fee': 'The shop pays the fee.',
}
