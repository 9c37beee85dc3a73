import type { Route, RouteOf } from '../../contract/route.ts'
import { topEntry } from '../../contract/router.ts'
import type { DialogContext, PayScope } from '../../contract/view.ts'

/**
 * Leads a visitor who got the money for a payment back to the payment. The views of swapping and
 * buying end at the account, whoever opened them.
 */
export function startPay({ modal, getState }: Pick<DialogContext, 'modal' | 'getState'>): PayScope {
  return {
    visit: (payment: RouteOf<'Pay'>, route: Route) =>
      modal.push(route, {
        onCancel: () => {
          const { router } = getState()
          if (router.open && topEntry(router).route.view === 'Account') modal.reset(payment)
        },
      }),
    stop: () => {},
  }
}
