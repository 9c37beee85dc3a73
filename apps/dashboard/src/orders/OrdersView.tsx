import type { ReactElement } from 'react'
import { useApi, useMayWrite } from '../api/api-context.tsx'
import type { DashboardRoute } from '../dashboard-route.ts'
import { DownloadButton } from '../parts/DownloadButton.tsx'
import { OrderDetail } from './OrderDetail.tsx'
import { OrderList } from './OrderList.tsx'
import { OrderSecrets } from './OrderSecrets.tsx'
import { OrderWebhook } from './OrderWebhook.tsx'

type ProjectRoute = Extract<DashboardRoute, { readonly project: string }>

/** Shows the list of a project's orders, or one order in detail. */
export function OrdersView({ place }: { readonly place: ProjectRoute }): ReactElement {
  const api = useApi()
  const mayWrite = useMayWrite()
  const { project, order } = place
  if (order) return <OrderDetail key={order} place={place} order={order} />
  return (
    <>
      <div className="title-row">
        <h1 tabIndex={-1}>Orders of {project}</h1>
        <DownloadButton fileName={`orders-${project}.csv`} load={() => api.ordersAsCsv(project)} />
      </div>
      <p className="soft lead">
        Visitors pay to the addresses that an order names. This gateway watches the chains and never
        holds money.
      </p>
      <OrderList place={place} />
      {mayWrite ? (
        <>
          <OrderSecrets project={project} />
          <OrderWebhook project={project} />
        </>
      ) : null}
    </>
  )
}
