import { getConnection } from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import type { CaptureScope, DialogContext, Features, ViewModal } from '../../contract/view.ts'
import { loadRemoteFeatures } from '../login/load-remote-features.ts'
import { accountToAsk, isRequired } from './account-to-ask.ts'
import { rememberAskedAccount } from './asked-accounts.ts'
import { keepQuestion } from './email-question.ts'

const lookupTimeoutMs = 1000

/**
 * Asks visitors who have just connected for an email address, as the owner configured it. When the
 * connection ends before the answer, the question ends too.
 */
export function startCapture({
  kit,
  modal,
  getState,
  open,
}: Pick<DialogContext, 'kit' | 'getState' | 'open'> & {
  readonly modal: Pick<ViewModal, 'close'> & { readonly features: Pick<Features, 'load'> }
}): CaptureScope {
  const findAskedConnector = (): string | undefined => {
    const { open: isOpen, history } = getState().router
    const route = history.at(-1)?.route
    const showsCaptureView =
      isOpen && (route?.view === 'DataCapture' || route?.view === 'DataCaptureOtpConfirm')
    return showsCaptureView ? route.connector : undefined
  }
  const stop = kit.watch(({ type }) => {
    const connector =
      type === 'disconnected' || type === 'session-ended' ? findAskedConnector() : undefined
    if (connector !== undefined && getConnection(kit, { connector }).status !== 'connected')
      modal.close()
  })
  return {
    stop,
    ask: async (connector, goOn) => {
      // The operator's settings override the page's own, so they are read first; the visitor waits
      // for the gateway for at most `lookupTimeoutMs`.
      await Promise.race([
        loadRemoteFeatures(kit),
        new Promise((resolve) => setTimeout(resolve, lookupTimeoutMs)),
      ])
      // One prompt may connect several chain families, and the visitor is asked only once for all
      // of them.
      if (findAskedConnector() !== undefined) return
      const account = accountToAsk(kit, connector)
      // When the dialog was closed while this code was loading, the visitor is asked only if an
      // answer is required.
      if (!account || !(getState().router.open || isRequired(kit))) return goOn()
      const endQuestion = (settle: () => unknown): void => {
        settle()
        modal.close()
      }
      keepQuestion(kit, {
        goOn,
        decline: () =>
          void modal.features.load('account').then(
            ({ scope }) => endQuestion(() => scope.disconnect(connector)),
            // When the code that disconnects cannot be loaded, only this page ends the connection,
            // and the wallet does not learn of it.
            () => endQuestion(() => kit[inside].dispatch({ type: 'disconnected', connector })),
          ),
        isShown: () => findAskedConnector() === connector,
      })
      // The account is remembered as asked before the visitor answers, so that it counts as asked
      // however the question ends.
      if (!isRequired(kit)) rememberAskedAccount(kit, account)
      open({ view: 'DataCapture', connector, account })
    },
  }
}
