/** Texts for a window that the page's isolation has cut off from the vault's frame. */
export const apartWords = {
  heading: 'Sign in to go on',
  text: 'This page keeps its windows apart, so this window cannot speak with it directly. Sign in here with the same account, and the vault connects the two. This browser remembers it.',
  email: 'Email',
  continue: 'Continue with email',
  continueWith: (name: string) => `Continue with ${name}`,
  emailMissing: 'Enter an email address',
  codeHeading: 'Enter the code',
  codeText: (email: string) => `Six digits were sent to ${email}.`,
  deviceText: (email: string) =>
    `This window counts as a new device of your account. Enter the six digits of the second mail to ${email}.`,
  code: 'Six digits',
  resend: 'Send another code',
  submit: 'Continue',
  pairHeading: 'Enter the number the page shows',
  pairText:
    'The page you came from now shows a number of twelve digits. Enter it here once: then this vault knows that both belong together. Only go on if you opened this window there yourself.',
  pair: 'Twelve digits',
  pairWrong: 'That is not the number the page shows.',
  pairLeft: (triesLeft: number) => (triesLeft === 1 ? 'One more try.' : `${triesLeft} more tries.`),
  pairOver: 'The number was wrong too often. Close this window and begin again on the page.',
  silentHeading: 'The page does not answer',
  silentText: (label: string) =>
    `You are signed in here as ${label}. If the page uses another account, sign in as that one. Else it may have been closed or loaded again: close this window and begin again there. Nothing was signed or changed.`,
  otherHeading: 'Another account is signed in here',
  otherText: (label: string) =>
    `You are signed in here as ${label}, and the page uses another account. Sign in here as that one. Nothing was signed or changed.`,
  other: 'Use another account',
  endedHeading: 'You are signed out here',
  endedText:
    'The account was deleted, or this window was signed out elsewhere, or its sign-in is too old.',
  again: 'Sign in again',
  storage:
    'This browser lets the window keep nothing, so it cannot sign in here. Nothing was signed or changed.',
  failures: {
    'code-wrong': 'The code is not right. Try again.',
    'code-expired': 'The code holds no more. Begin again.',
    'code-limit': 'Too many tries. Wait a while, then begin again.',
    'rate-limited': 'Too many tries. Wait a while, then try again.',
    'email-invalid': 'Not an email address',
    'login-refused': 'The sign-in was refused.',
    'login-expired': 'The sign-in took too long. Try again.',
  } as Readonly<Record<string, string>>,
  failed: 'That did not work. Try again.',
} as const
