import { type PaymentOrder, type PaymentOrderState, paymentOrderStates } from '@latchkey/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { toFault } from '../api/api.ts'
import { useApi } from '../api/api-context.tsx'
import { type DashboardRoute, routeHref } from '../dashboard-route.ts'
import { format } from '../format.ts'
import { FaultNotice, Skeleton } from '../parts/Notice.tsx'
import { SearchField } from '../parts/SearchField.tsx'
import { describeAsked, describePaid, nameOrder, stateNames } from './order-words.ts'

type ProjectRoute = Extract<DashboardRoute, { readonly project: string }>

/** Lists orders, newest first and page by page: those in one state, or all. */
export function OrderList({ place }: { readonly place: ProjectRoute }): ReactElement {
  const { project } = place
  const api = useApi()
  const [state, setState] = useState<PaymentOrderState | ''>('')
  const [search, setSearch] = useState('')
  const pages = useInfiniteQuery({
    queryKey: ['orders', project, state, search],
    queryFn: ({ pageParam, signal }) =>
      api.orders(project, { state, search, cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const orders = pages.data?.pages.flatMap((page) => page.orders) ?? []
  const [firstPage] = pages.data?.pages ?? []
  const isFiltered = state !== '' || search !== ''
  return (
    <section className="card" aria-labelledby="orders-count">
      <h2 id="orders-count">{firstPage ? describeCount(firstPage.total, isFiltered) : 'Orders'}</h2>
      <div className="orders-tools">
        <label className="field">
          <span className="unseen">State</span>
          <select
            value={state}
            onChange={({ target }) => setState(target.value as PaymentOrderState | '')}
          >
            <option value="">All states</option>
            {paymentOrderStates.map((one) => (
              <option key={one} value={one}>
                {stateNames[one]}
              </option>
            ))}
          </select>
        </label>
        <SearchField
          label="Reference, title, id or transaction"
          placeholder="Reference, id or hash"
          maxLength={128}
          className="grow orders-search"
          onSearch={setSearch}
        />
      </div>
      {pages.error ? (
        <FaultNotice fault={toFault(pages.error)} onRetry={() => void pages.refetch()} />
      ) : null}
      {pages.isPending ? <Skeleton height={160} label="Loading orders" /> : null}
      {firstPage && orders.length === 0 ? (
        <p className="soft">{explainEmpty(isFiltered, firstPage.isEnabled)}</p>
      ) : null}
      {orders.length > 0 ? (
        <ul className="list orders" aria-label="Orders, newest first">
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} place={place} />
          ))}
        </ul>
      ) : null}
      {pages.hasNextPage ? (
        <button
          type="button"
          className="small"
          aria-disabled={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {pages.isFetchingNextPage ? 'Loading…' : 'Show more'}
        </button>
      ) : null}
    </section>
  )
}

function OrderRow({
  order,
  place,
}: {
  readonly order: PaymentOrder
  readonly place: ProjectRoute
}): ReactElement {
  const paid = describePaid(order)
  return (
    <li>
      <div>
        <a href={routeHref({ ...place, order: order.id })}>
          <strong>{nameOrder(order)}</strong>
        </a>
        <p className="soft">
          {order.title && order.reference ? `${order.reference}, ` : ''}
          {format.date(Date.parse(order.createdAt))}
        </p>
      </div>
      <div className="orders-amount">
        <strong>{describeAsked(order)}</strong>
        <p className="soft">{paid ? `${paid} arrived` : 'Nothing arrived'}</p>
      </div>
      <span className="mark" data-state={order.state}>
        {stateNames[order.state]}
      </span>
    </li>
  )
}

function describeCount(total: number, isFiltered: boolean): string {
  if (isFiltered) return total === 0 ? 'Nothing found' : `${format.count(total)} found`
  if (total === 0) return 'No order yet'
  return total === 1 ? 'One order' : `${format.count(total)} orders`
}

function explainEmpty(isFiltered: boolean, isEnabled: boolean): string {
  if (isFiltered) return 'Choose another state, or search for a reference, an id or a transaction.'
  return isEnabled
    ? 'Your server makes orders with a secret of this project.'
    : 'Orders are off: turn them on with "orders" in latchkey.json.'
}
