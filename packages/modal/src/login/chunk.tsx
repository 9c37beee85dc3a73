import type { ComponentType, ReactElement } from 'react'
import { dataCaptureView } from '../capture/DataCapture.tsx'
import { dataCaptureOtpConfirmView } from '../capture/DataCaptureOtpConfirm.tsx'
import { startCapture } from '../capture/start-capture.ts'
import loginCss from '../styles/login.css?inline'
import type { FurtherChunk, LoginPart, LoginViews, View, ViewProps } from '../view.ts'
import { loginWords } from '../words/en/login.ts'
import { approveTransactionView } from './ApproveTransaction.tsx'
import { connectingFarcasterView } from './ConnectingFarcaster.tsx'
import { connectingSocialView } from './ConnectingSocial.tsx'
import { connectSocialsView } from './ConnectSocials.tsx'
import { emailLoginView } from './EmailLogin.tsx'
import { emailRecoverView } from './EmailRecover.tsx'
import { emailVerifyDeviceView, emailVerifyOtpView } from './EmailVerify.tsx'
import { followLogin } from './follow-login.ts'
import { Login } from './Login.tsx'
import { type LoginParts, PartsContext } from './parts.ts'
import { updateEmailPrimaryOtpView, updateEmailSecondaryOtpView } from './UpdateEmailCode.tsx'
import { updateEmailWalletView } from './UpdateEmailWallet.tsx'

const views: LoginViews = {
  ApproveTransaction: approveTransactionView,
  ConnectingFarcaster: connectingFarcasterView,
  ConnectingSocial: connectingSocialView,
  ConnectSocials: connectSocialsView,
  DataCapture: dataCaptureView,
  DataCaptureOtpConfirm: dataCaptureOtpConfirmView,
  EmailLogin: emailLoginView,
  EmailRecover: emailRecoverView,
  EmailVerifyDevice: emailVerifyDeviceView,
  EmailVerifyOtp: emailVerifyOtpView,
  UpdateEmailPrimaryOtp: updateEmailPrimaryOtpView,
  UpdateEmailSecondaryOtp: updateEmailSecondaryOtpView,
  UpdateEmailWallet: updateEmailWalletView,
}

/**
 * The further chunk with how to sign in by email or social account, and with what an owner asks:
 * where the kit has a use for it.
 */
export function withLogin(further: FurtherChunk, parts: LoginParts): FurtherChunk {
  const lend = <P extends object>(Part: ComponentType<P>): ComponentType<P> =>
    function Lent(props: P): ReactElement {
      return (
        <PartsContext.Provider value={parts}>
          <Part {...props} />
        </PartsContext.Provider>
      )
    }
  const part = lend(Login as ComponentType<object>) as unknown as LoginPart
  return {
    views: {
      ...further.views,
      ...(Object.fromEntries(
        Object.entries(views).map(([name, view]) => [
          name,
          { ...view, component: lend(view.component as ComponentType<ViewProps>) } as View,
        ]),
      ) as unknown as LoginViews),
    },
    words: { ...further.words, ...loginWords },
    css: `${further.css}\n${loginCss}`,
    start: (kit, parameters) => {
      const scope = further.start(kit, parameters)
      const stop = followLogin({ kit, ...parameters })
      const capture = startCapture({ kit, ...parameters })
      // Connect may stand on the screen already, and has nothing else to draw anew for.
      const timer = setTimeout(parameters.refresh, 0)
      return {
        ...scope,
        Login: part,
        ask: capture.ask,
        stop: () => {
          clearTimeout(timer)
          stop()
          capture.stop()
          scope.stop()
        },
      }
    },
  }
}
