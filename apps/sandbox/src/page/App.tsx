import type { ReactElement } from 'react'
import { CardForm } from './CardForm.tsx'
import { Confirmation } from './Confirmation.tsx'
import { OrderEnding } from './Ending.tsx'
import { Exchange } from './Exchange.tsx'
import { Summary } from './Summary.tsx'
import { useOrder } from './use-order.ts'

/** Shows the pages `/pay/{id}` and `/exchange/{id}`, both with the word SANDBOX. */
export function App(): ReactElement {
  const [, place = '', id = ''] =
    /^\/(pay|exchange)\/([\da-f]{32})$/.exec(window.location.pathname) ?? []
  return (
    <>
      <header className="ribbon">
        <strong>SANDBOX</strong> No money moves here. Local test coins only.
      </header>
      <main>
        {id ? (
          <Order id={id} place={place} />
        ) : (
          <section className="card" aria-labelledby="title">
            <h1 id="title">Nothing to pay</h1>
            <p className="soft">This page opens from the shop, with something to pay for.</p>
          </section>
        )}
      </main>
    </>
  )
}

function Order({ id, place }: { readonly id: string; readonly place: string }): ReactElement {
  const orderStanding = useOrder(id)
  const { order, isMissing, isDown } = orderStanding
  const isRightPage = order && (order.kind === 'card') === (place === 'pay')
  if (isMissing || (order && !isRightPage))
    return (
      <section className="card" aria-labelledby="title">
        <h1 id="title">No such order</h1>
        <p className="soft">It may have been made by another sandbox.</p>
      </section>
    )
  const isOpen = order?.status === 'created' || order?.status === 'paying'
  return (
    <section className="card" aria-labelledby="title" aria-busy={!order}>
      <h1 id="title">{order?.kind === 'exchange' ? 'Sandbox exchange' : 'Sandbox card payment'}</h1>
      <p className="notice" role="status">
        {isDown ? 'The sandbox does not answer. Still trying …' : ''}
      </p>
      {order && <Summary order={order} />}
      {order && !isOpen && <OrderEnding order={order} />}
      {order && isOpen && order.kind === 'exchange' && (
        <Exchange order={order} standing={orderStanding} />
      )}
      {order && isOpen && order.kind === 'card' && !order.isConfirming && (
        <CardForm order={order} standing={orderStanding} />
      )}
      {order && isOpen && order.kind === 'card' && order.isConfirming && (
        <Confirmation order={order} standing={orderStanding} />
      )}
    </section>
  )
}
