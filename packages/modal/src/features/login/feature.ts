import type { Feature } from '../../contract/view.ts'
import loginCss from '../../styles/login.css?inline'
import { loginWords } from '../../words/en/login.ts'
import { approveTransactionView } from './ApproveTransaction.tsx'
import { connectingFarcasterView } from './ConnectingFarcaster.tsx'
import { connectingSocialView } from './ConnectingSocial.tsx'
import { connectSocialsView } from './ConnectSocials.tsx'
import { emailLoginView } from './EmailLogin.tsx'
import { emailRecoverView } from './EmailRecover.tsx'
import { emailVerifyDeviceView, emailVerifyOtpView } from './EmailVerify.tsx'
import { followLogin } from './follow-login.ts'
import { Login } from './Login.tsx'
import { updateEmailPrimaryOtpView, updateEmailSecondaryOtpView } from './UpdateEmailCode.tsx'
import { updateEmailWalletView } from './UpdateEmailWallet.tsx'

/**
 * The feature for login by email or social account, used when a transport of the kit supports it.
 */
export const feature: Feature<'login'> = {
  views: {
    ApproveTransaction: approveTransactionView,
    ConnectingFarcaster: connectingFarcasterView,
    ConnectingSocial: connectingSocialView,
    ConnectSocials: connectSocialsView,
    EmailLogin: emailLoginView,
    EmailRecover: emailRecoverView,
    EmailVerifyDevice: emailVerifyDeviceView,
    EmailVerifyOtp: emailVerifyOtpView,
    UpdateEmailPrimaryOtp: updateEmailPrimaryOtpView,
    UpdateEmailSecondaryOtp: updateEmailSecondaryOtpView,
    UpdateEmailWallet: updateEmailWalletView,
  },
  sharedWords: loginWords,
  css: loginCss,
  start: (dialog) => {
    const stop = followLogin(dialog)
    // The view Connect may already be shown without the login, and nothing else draws it again.
    const timer = setTimeout(dialog.refresh, 0)
    return {
      Login,
      stop: () => {
        clearTimeout(timer)
        stop()
      },
    }
  },
}
