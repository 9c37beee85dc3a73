import {
  type OperatorProject,
  type Overview,
  type OverviewRange,
  overviewRanges,
} from '@latchkey/protocol'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { toFault } from '../api/api.ts'
import { useApi } from '../api/api-context.tsx'
import { goToRoute, routeHref } from '../dashboard-route.ts'
import { FaultNotice, Skeleton } from '../parts/Notice.tsx'
import { ErrorChart } from './ErrorChart.tsx'
import { Funnel } from './Funnel.tsx'
import { Metrics } from './Metrics.tsx'
import { Outcomes } from './Outcomes.tsx'
import { Shares } from './Shares.tsx'
import { TrafficChart } from './TrafficChart.tsx'

const rangeTexts: Record<OverviewRange, string> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
}
const families = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin', stacks: 'Stacks' }
const devices = { phone: 'Phone', tablet: 'Tablet', desktop: 'Computer' }
const connectionNames = {
  mobile: 'Wallet app on the phone',
  desktop: 'Wallet app on the computer',
  browser: 'Browser extension',
  web: 'Web wallet',
  qrcode: 'QR code',
  email: 'Email or social account',
  unsupported: 'Not supported',
}
const refreshMs = 60_000

interface Props {
  readonly project: OperatorProject
  readonly range: OverviewRange
}

export function OverviewView({ project, range }: Props): ReactElement {
  const api = useApi()
  const overview = useQuery({
    queryKey: ['overview', project.id, range],
    queryFn: ({ signal }) => api.overview(project.id, range, signal),
    refetchInterval: refreshMs,
    placeholderData: (last, query) =>
      query?.queryKey[1] === project.id ? keepPreviousData(last) : undefined,
  })
  const { data, error, isPlaceholderData } = overview
  return (
    <>
      <div className="title-row">
        <h1 tabIndex={-1}>Overview of {project.id}</h1>
        <fieldset className="segments">
          <legend className="unseen">Time range</legend>
          {overviewRanges.map((rangeOption) => (
            <label key={rangeOption}>
              <input
                type="radio"
                name="range"
                checked={rangeOption === range}
                onChange={() =>
                  goToRoute({ view: 'overview', project: project.id, range: rangeOption })
                }
              />
              <span>{rangeTexts[rangeOption]}</span>
            </label>
          ))}
        </fieldset>
      </div>
      {error ? (
        <FaultNotice fault={toFault(error)} onRetry={() => void overview.refetch()} />
      ) : null}
      {project.analytics ? null : (
        <p className="notice wide">
          Analytics are off for this project: its pages tell next to nothing.{' '}
          <a href={routeHref({ view: 'project', project: project.id, range })}>Change that</a>
        </p>
      )}
      <OverviewBody
        data={data}
        range={range}
        isOld={isPlaceholderData}
        hasFailed={Boolean(error)}
      />
    </>
  )
}

function OverviewBody(props: {
  readonly data: Overview | undefined
  readonly range: OverviewRange
  /** Whether `data` still belongs to the range that was chosen before. */
  readonly isOld: boolean
  readonly hasFailed: boolean
}): ReactElement | null {
  const { data, range, isOld, hasFailed } = props
  if (!data && hasFailed) return null
  if (!data)
    return (
      <div className="overview">
        <Skeleton height={118} label="Loading the overview" />
        <div className="skeleton card wide tall" />
        <div className="skeleton card" />
        <div className="skeleton card" />
      </div>
    )
  return (
    <div className="overview" aria-busy={isOld} data-old={isOld || undefined}>
      <Metrics overview={data} />
      {data.opens + data.connects + data.failures + data.rejections === 0 ? (
        <p className="notice wide">
          Nothing happened in these {rangeTexts[range]}. New events are counted as they come.
        </p>
      ) : null}
      <TrafficChart overview={data} />
      <Funnel overview={data} />
      <Shares title="Wallets" of="connections by wallet" shares={data.wallets} />
      <ErrorChart overview={data} />
      <Outcomes overview={data} />
      <Shares
        title="Networks"
        size="third"
        of="connections by network family"
        shares={data.namespaces}
        words={families}
      />
      <Shares
        title="Ways"
        size="third"
        of="connections by way"
        shares={data.platforms}
        words={connectionNames}
      />
      <Shares
        title="Devices"
        size="third"
        of="connections by device"
        shares={data.devices}
        words={devices}
      />
    </div>
  )
}
