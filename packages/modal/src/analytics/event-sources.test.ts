import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorEvents, trackedEvents } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { featureOfAccountView } from '../contract/account-views.ts'
import { featureOfView } from '../contract/views.ts'
import { eventByView } from './route-events.ts'

/**
 * Views that say nothing by themselves: what is done there says it, or it follows from what was
 * said before.
 */
const silent = [
  'Account',
  'AccountSettings',
  'ApproveTransaction',
  'Connect',
  'ConnectFamily',
  'ConnectSocials',
  'ConnectWallets',
  // No event is defined for them; those of emails are of signing in.
  'DataCapture',
  'DataCaptureOtpConfirm',
  'EmailRecover',
  'EmailVerifyDevice',
  'FundWallet',
  'ProfileWallets',
  'OnRampFiatSelect',
  'OnRampTokenSelect',
  'Pay',
  'Receive',
  'RegisterName',
  'RegisterNameSuccess',
  'SendReview',
  'SendStatus',
  'SendToken',
  // The view `SignIn` sends no event of its own: its buttons report what the visitor does.
  'SignIn',
  'SwapReview',
  'SwapStatus',
  'SwitchNetwork',
  'SwitchActiveChain',
  'Transaction',
  'UnsupportedChain',
  'UpdateEmailPrimaryOtp',
  'UpdateEmailSecondaryOtp',
  'WalletCompatibleNetworks',
]
/** Views whose route says what has been begun. */
const begun = ['BuyInProgress']
/** Views whose route says how somebody signs in. */
const signingIn = ['ConnectingFarcaster', 'ConnectingSocial', 'EmailVerifyOtp']
/** Views that follow from choosing a wallet. */
const chosen = [
  'ConnectingExternal',
  'ConnectingMultiChain',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'Downloads',
]

// The text of the sources is under test: an event that no code tells leaves nothing to wait for.
const src = join(import.meta.dirname, '..')
/** Names of all views; one that these tables lack does not compile. */
const views = Object.keys({ ...featureOfView, ...featureOfAccountView })
/** Names of events that shipped code says. */
const said = [import.meta.dirname, join(src, '../../core/src/analytics')]
  .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
  .filter((file) => !file.includes('.test.'))
  .flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'([A-Z][A-Z\d_]+)'/g)].map(([, name]) => name ?? ''),
  )

describe('sources of events', () => {
  test('default: every event is sent by some code', () => {
    expect(views.length).toBeGreaterThan(20)
    expect([...trackedEvents, ...errorEvents].filter((event) => !said.includes(event))).toEqual([])
  })

  test('behavior: a new view says something, or is said to be silent', () => {
    const known = [...silent, ...begun, ...signingIn, ...chosen, ...Object.keys(eventByView)]
    expect(views.filter((view) => !known.includes(view))).toEqual([])
    expect(known.filter((view) => !views.includes(view))).toEqual([])
  })
})
