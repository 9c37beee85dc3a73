import type { ExchangeStatusResult, OrderStatus } from '@latchkey/protocol'

/** How far a purchase has come, for the visitor. */
export type Stage =
  /** Nobody tells. */
  | 'untold'
  /** It was begun earlier, and nobody has answered yet. */
  | 'looking'
  | 'waiting'
  | 'paying'
  | 'checking'
  | 'delivering'
  | 'done'
  | 'declined'
  | 'abandoned'
  | 'failed'

const stages: Readonly<Record<OrderStatus, Stage>> = {
  created: 'waiting',
  paying: 'paying',
  pending: 'checking',
  delivering: 'delivering',
  done: 'done',
  declined: 'declined',
  abandoned: 'abandoned',
  failed: 'failed',
}
const depositStages: Readonly<Record<ExchangeStatusResult['status'], Stage>> = {
  UNKNOWN: 'waiting',
  IN_PROGRESS: 'delivering',
  SUCCESS: 'done',
  FAILED: 'failed',
}

export function stageOfOrder(status: OrderStatus): Stage {
  return stages[status]
}

export function stageOfDeposit(status: ExchangeStatusResult['status']): Stage {
  return depositStages[status]
}

/** Whether nothing more will happen. */
export function isOver(stage: Stage): boolean {
  return stage === 'done' || stage === 'declined' || stage === 'abandoned' || stage === 'failed'
}
