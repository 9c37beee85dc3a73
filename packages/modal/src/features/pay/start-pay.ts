import type { Route, RouteOf } from '../../contract/route.ts'
import { topEntry } from '../../contract/router.ts'
import type { DialogContext, PayScope } from '../../contract/view.ts'

/**
 * Creates the scope of the view Pay, which brings the visitor back to the payment after a swap or a
 * purchase. Without it the views for swapping and buying would end at the view of the account.
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
