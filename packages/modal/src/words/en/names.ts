/** Texts of choosing and registering a name; the headings are among the account's texts. */
export const namesWords = {
  name: 'Name',
  hint: 'Others can find and pay you by it, here and in every wallet that supports these names.',
  suggestions: 'Suggestions',
  continue: 'Continue',
  checking: 'Looking it up',
  available: (name: string): string => `${name} is free`,
  free: 'Free',
  taken: (name: string): string => `${name} is taken, or looks like one that is`,
  unknown: 'It could not be looked up. Try again.',
  retry: 'Try again',
  owned: (name: string): string => `You already own ${name}.`,
  fault: {
    missing: 'Enter a name',
    short: 'Name must be at least 4 characters long',
    long: 'At most 64 characters',
    invalid: 'Use letters a to z, digits and hyphens.',
    double: 'No two hyphens after the first two letters',
    hyphen: 'No hyphen at the beginning or the end',
    /** Shown for a letter of another script that looks like `letter`. */
    alike: (character: string, letter: string): string =>
      `“${character}” only looks like “${letter}”. Type it again.`,
  },
  review: {
    address: 'Points to',
    network: 'Network',
    cost: 'Cost',
    free: 'None: a signature, no transaction',
    signs: 'What you sign',
    signsHint: (name: string): string =>
      `A message that you register ${name} now. It lets nobody move anything.`,
    register: 'Register',
    other: 'Choose another',
    continueIn: (wallet: string): string => `Continue in ${wallet}`,
    open: (wallet: string): string => `Open ${wallet}`,
    declined: 'Declined. Nothing was registered.',
    notRegistered: 'Not registered.',
  },
  success: {
    hint: 'It points to your account here and in every wallet that supports these names.',
    /** Shown when the account is displayed with another name, from the chain's own name service. */
    shown: (name: string): string =>
      `Here you are shown as ${name}: the name this account has set for itself on the network comes first. Where that name is managed, this one can be made the first.`,
    copy: 'Copy name',
    done: 'Done',
  },
}
