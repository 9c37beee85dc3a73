import type { ExchangeStatusResult, OrderStatus } from '@latchkey/protocol'

/** Status of a purchase, as the visitor sees it. */
export type Stage =
  /** The seller's page was opened, but this seller reports no status of its orders. */
  | 'untold'
  /** The purchase was started before, and its status has not been read yet. */
  | 'looking'
  | 'waiting'
  | 'checking'
  | 'delivering'
  | 'done'
  | 'declined'
  | 'abandoned'
  | 'failed'

const stages: Readonly<Record<OrderStatus, Stage>> = {
  created: 'waiting',
  // The visitor is at the seller's page and has not confirmed the payment yet.
  paying: 'waiting',
  pending: 'checking',
  delivering: 'delivering',
  done: 'done',
  declined: 'declined',
  abandoned: 'abandoned',
  failed: 'failed',
}
const depositStages: Readonly<Record<ExchangeStatusResult['status'], Stage>> = {
  UNKNOWN: 'waiting',
  // An exchange reports the same status while the visitor is still deciding and while the exchange
  // sends the coins.
  IN_PROGRESS: 'waiting',
  SUCCESS: 'done',
  FAILED: 'failed',
}

export function stageOfOrder(status: OrderStatus): Stage {
  return stages[status]
}

export function stageOfDeposit(status: ExchangeStatusResult['status']): Stage {
  return depositStages[status]
}

/** Whether a purchase in this stage has ended. */
export function isFinalStage(stage: Stage): boolean {
  return stage === 'done' || stage === 'declined' || stage === 'abandoned' || stage === 'failed'
}
