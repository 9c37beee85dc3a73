import type { ExchangeStatusResult, OrderStatus } from '@latchkey/protocol'

/** How far a purchase has come, for the visitor. */
export type Stage =
  /** Nobody tells. */
  | 'untold'
  /** It was begun earlier, and nobody has answered yet. */
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
  // At the seller's page: the visitor decides still.
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
  // Exchanges do not tell deciding from paying out.
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

/** Whether nothing more will happen. */
export function isOver(stage: Stage): boolean {
  return stage === 'done' || stage === 'declined' || stage === 'abandoned' || stage === 'failed'
}
