/** Texts of the view that asks a connected visitor to sign in to the site. */
export const signInWords = {
  signIn: {
    heading: 'Sign in',
    /** `site` is the name of the site, as its owner wrote it. */
    hint: (site: string): string =>
      `${site} asks you to prove that this account is yours. It costs nothing and moves nothing.`,
    thisSite: 'This site',
    /** Label of the site's domain, as the signed text names it. */
    site: 'Site',
    account: 'Account',
    /** Label of the statement that the visitor signs, in the site's words. */
    statement: 'You declare',
    text: 'What you sign',
    preparing: 'One moment…',
    sign: 'Sign message',
    tryAgain: 'Try again',
    cancel: 'Cancel',
    continueIn: (wallet: string): string => `Continue in ${wallet}`,
    declined: (wallet: string): string => `You declined in ${wallet}. You are not signed in.`,
    failed: 'Signing in did not work. Try again in a moment.',
    unreachable: 'The site did not answer. Try again in a moment.',
    unsafe: 'What the site wants you to sign is not safe to sign. Nothing was signed.',
    unable: (wallet: string): string => `${wallet} cannot sign messages.`,
    required: 'This site needs you to sign in. Cancel disconnects your wallet.',
    waiting: 'Your wallet is being asked. Answer there, or press Cancel.',
    signedIn: 'You are signed in.',
    notConnected: 'Connect a wallet first.',
    close: 'Close',
    yourWallet: 'your wallet',
  },
}
