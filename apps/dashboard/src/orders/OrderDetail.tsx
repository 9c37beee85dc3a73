import type { OperatorOrder } from '@latchkey/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { toFault } from '../api/api.ts'
import { useApi, useMayWrite } from '../api/api-context.tsx'
import { type DashboardRoute, routeHref } from '../dashboard-route.ts'
import { Confirm } from '../parts/Confirm.tsx'
import { FaultNotice, Skeleton } from '../parts/Notice.tsx'
import { useShowStatus } from '../parts/Status.tsx'
import { OrderEvents, OrderFacts, OrderPayments } from './OrderFacts.tsx'
import { nameOrder, stateMeanings, stateNames } from './order-words.ts'
import { RefundForm } from './RefundForm.tsx'

type ProjectRoute = Extract<DashboardRoute, { readonly project: string }>

const refreshMs = 5_000

/** Shows one order with its payments and webhook calls, and lets the operator decide about it. */
export function OrderDetail({
  place,
  order: id,
}: {
  readonly place: ProjectRoute
  readonly order: string
}): ReactElement {
  const api = useApi()
  const { project, view, range } = place
  const found = useQuery({
    queryKey: ['order', project, id],
    queryFn: ({ signal }) => api.order(project, id, signal),
    refetchInterval: refreshMs,
  })
  return (
    <>
      <p>
        <a href={routeHref({ project, view, range })}>All orders</a>
      </p>
      {found.data ? null : <h1 tabIndex={-1}>Order</h1>}
      {found.error ? (
        <FaultNotice fault={toFault(found.error)} onRetry={() => void found.refetch()} />
      ) : null}
      {found.isPending ? <Skeleton height={320} label="Loading the order" /> : null}
      {found.data ? <OrderContents project={project} found={found.data} /> : null}
    </>
  )
}

function OrderContents({
  project,
  found,
}: {
  readonly project: string
  readonly found: OperatorOrder
}): ReactElement {
  const mayWrite = useMayWrite()
  const { order, payments, events } = found
  return (
    <>
      <div className="title-row">
        <h1 tabIndex={-1}>{nameOrder(order)}</h1>
        <span className="mark" data-state={order.state}>
          {stateNames[order.state]}
        </span>
      </div>
      <p className="soft lead">{stateMeanings[order.state]}</p>
      {mayWrite ? <OrderActions project={project} found={found} /> : null}
      <OrderFacts order={order} />
      {payments.length > 0 ? <OrderPayments payments={payments} /> : null}
      {events.length > 0 ? <OrderEvents events={events} /> : null}
    </>
  )
}

function OrderActions({
  project,
  found: { order, payments },
}: {
  readonly project: string
  readonly found: OperatorOrder
}): ReactElement | null {
  const api = useApi()
  const client = useQueryClient()
  const showStatus = useShowStatus()
  const [asked, setAsked] = useState<'accept' | 'refund'>()
  const isAcceptable = order.state === 'underpaid' || order.state === 'late'
  if (!isAcceptable && order.state !== 'settled') return null
  if (!payments.every(({ isConfirmed }) => isConfirmed))
    return <p className="notice">A payment has too few confirmations to decide about it.</p>
  const decide = async (change: () => Promise<void>, done: string): Promise<void> => {
    setAsked(undefined)
    try {
      await change()
      showStatus(done)
    } catch (error) {
      showStatus(toFault(error).reason)
    }
    await client.invalidateQueries({ queryKey: ['order', project, order.id] })
    await client.invalidateQueries({ queryKey: ['orders', project] })
  }
  return (
    <div className="row order-actions">
      {isAcceptable ? (
        <button type="button" className="small strong" onClick={() => setAsked('accept')}>
          Accept the payment
        </button>
      ) : null}
      <button type="button" className="small" onClick={() => setAsked('refund')}>
        Note a refund
      </button>
      {asked === 'accept' ? (
        <Confirm
          title="Accept the payment?"
          verb="Accept"
          onConfirm={() =>
            void decide(() => api.acceptOrder(project, order.id), 'The order is settled')
          }
          onClose={() => setAsked(undefined)}
        >
          <p className="soft">The order is settled from then on, and your server is told.</p>
        </Confirm>
      ) : null}
      {asked === 'refund' ? (
        <RefundForm
          onNote={(refund) =>
            void decide(() => api.noteRefund(project, order.id, refund), 'The refund is noted')
          }
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </div>
  )
}
