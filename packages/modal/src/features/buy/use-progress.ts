import type { ChainId, Money } from '@latchkey/protocol'
import { useExchangeStatus, useOrder } from '@latchkey/react/queries'
import { useEffect, useState } from 'react'
import type { Purchase } from '../../contract/purchase.ts'
import { type Stage, stageOfDeposit, stageOfOrder } from './progress.ts'

// Milliseconds without progress after which the visitor is told that nothing is lost.
const slowAfterMs = 45_000

export interface Progress {
  readonly stage: Stage
  /** Hash of the transaction that delivered the coins. */
  readonly hash?: string | undefined
  readonly chain?: ChainId | undefined
  readonly bought?: Money | undefined
  readonly paid?: Money | undefined
  /** Whether the last read of the status failed. */
  readonly isUnseen: boolean
  /** Whether the status has not changed for long. */
  readonly isSlow: boolean
}

/**
 * Reads the status of a purchase until it ends. A purchase that has just begun is shown as waiting
 * for the visitor until its first status is read.
 */
export function useProgress({ kind, id, seller }: Purchase, isFresh: boolean): Progress {
  const order = useOrder({ id: kind === 'order' && id ? id : undefined })
  const deposit = useExchangeStatus({
    exchange: seller,
    session: kind === 'deposit' ? id : undefined,
  })
  const findStage = (): Stage => {
    if (order.data) return stageOfOrder(order.data.status)
    if (deposit.data) return stageOfDeposit(deposit.data.status)
    if (!id) return 'untold'
    return isFresh ? 'waiting' : 'looking'
  }
  const stage = findStage()
  return {
    stage,
    hash: order.data?.hash ?? deposit.data?.txHash ?? undefined,
    chain: order.data?.chainId ?? undefined,
    bought: order.data?.purchaseAmount ?? undefined,
    paid: order.data?.paymentTotal ?? undefined,
    isUnseen: order.isError || deposit.isError,
    isSlow: useIsStageSlow(stage),
  }
}

/** Whether the stage has not changed for a long time. */
function useIsStageSlow(stage: Stage): boolean {
  const [still, setStill] = useState<Stage>()
  useEffect(() => {
    const timer = setTimeout(() => setStill(stage), slowAfterMs)
    return () => clearTimeout(timer)
  }, [stage])
  return still === stage
}
