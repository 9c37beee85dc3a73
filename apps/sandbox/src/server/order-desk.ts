import { randomBytes } from 'node:crypto'
import { type CardOutcome, cardOutcome, isExpiryAhead } from './card.ts'
import type { Delivery } from './deliver.ts'
import type { Journal } from './journal.ts'
import { isOpen, type Order } from './order.ts'

/** The one login of the sandbox exchange; the page shows it. */
export const testUser = { name: 'tess', password: 'sandbox' } as const

/** The input of the card form. */
export interface Card {
  readonly number: string
  readonly expiry: string
  readonly code: string
}

/** Why an action was refused: the wrong field of the form, and a text for the visitor. */
export interface Fault {
  readonly field: string
  readonly description: string
}

/** The visitor's actions. Each may be repeated: the second call changes nothing. */
export interface OrderDesk {
  findOrder(id: string): Order | undefined
  makeOrder(
    orderFields: Omit<
      Order,
      'id' | 'status' | 'isConfirming' | 'isKnown' | 'createdAt' | 'touchedAt'
    >,
  ): Order
  open(id: string): void
  payByCard(id: string, card: Card): Fault | undefined
  logIn(id: string, name: string, password: string): Fault | undefined
  withdraw(id: string): Fault | undefined
  answer(id: string, isYes: boolean): undefined
  cancel(id: string): undefined
  stop(): void
}

export function createOrderDesk({
  journal,
  delivery,
  slowMs = 6_000,
  abandonMs = 15 * 60_000,
  now = Date.now,
}: {
  readonly journal: Journal
  readonly delivery: Delivery
  /** Delay of a slow card in milliseconds. */
  readonly slowMs?: number
  /** Milliseconds without a click after which an order is abandoned. */
  readonly abandonMs?: number
  readonly now?: () => number
}): OrderDesk {
  const markPaid = (id: string): void => {
    if (journal.addEvent(id, { type: 'paid' })) delivery.wakeDelivery()
  }
  const outcomeEffects: Readonly<Record<CardOutcome, (id: string) => void>> = {
    approved: markPaid,
    declined: (id) => void journal.addEvent(id, { type: 'declined' }),
    confirm: (id) => void journal.addEvent(id, { type: 'confirming' }),
    slow: (id) => void journal.addEvent(id, { type: 'pending', paidAt: now() + slowMs }),
  }
  const sweepOrders = (): void => {
    for (const order of journal.all()) {
      if (isOpen(order) && now() - order.touchedAt > abandonMs)
        journal.addEvent(order.id, { type: 'abandoned' })
      if (order.status === 'pending' && (order.paidAt ?? 0) <= now()) markPaid(order.id)
    }
  }
  const timer = setInterval(sweepOrders, Math.min(500, abandonMs, slowMs))
  timer.unref()
  sweepOrders()
  delivery.wakeDelivery()

  const openOrder = (id: string, kind: Order['kind']): Order | undefined => {
    const order = journal.get(id)
    return order && order.kind === kind && isOpen(order) ? order : undefined
  }

  return {
    findOrder(id) {
      sweepOrders()
      return journal.get(id)
    },
    makeOrder(orderFields) {
      const currentTime = now()
      const id = randomBytes(16).toString('hex')
      const order: Order = {
        ...orderFields,
        id,
        status: 'created',
        isConfirming: false,
        isKnown: false,
        createdAt: currentTime,
        touchedAt: currentTime,
      }
      journal.addEvent(id, { type: 'created', order })
      return order
    },
    open: (id) => void journal.addEvent(id, { type: 'opened' }),
    payByCard(id, { number, expiry, code }) {
      if (!openOrder(id, 'card')) return undefined
      const outcome = cardOutcome(number)
      if (!outcome)
        return {
          field: 'number',
          description: 'Only the test numbers below are taken: never type a real card',
        }
      if (!isExpiryAhead(expiry))
        return { field: 'expiry', description: 'Any month ahead, as 12 / 34' }
      if (!/^\d{3,4}$/.test(code)) return { field: 'code', description: 'Any three digits' }
      outcomeEffects[outcome](id)
      return undefined
    },
    logIn(id, name, password) {
      if (!openOrder(id, 'exchange')) return undefined
      if (name !== testUser.name || password !== testUser.password)
        return {
          field: 'password',
          description: 'Only the test user has an account: its name and password are shown above',
        }
      journal.addEvent(id, { type: 'known' })
      return undefined
    },
    withdraw(id) {
      const order = openOrder(id, 'exchange')
      if (!order) return undefined
      if (!order.isKnown) return { field: 'name', description: 'Log in first' }
      markPaid(id)
      return undefined
    },
    answer(id, isYes) {
      if (!openOrder(id, 'card')?.isConfirming) return undefined
      if (isYes) markPaid(id)
      else journal.addEvent(id, { type: 'declined' })
      return undefined
    },
    cancel(id) {
      journal.addEvent(id, { type: 'abandoned' })
      return undefined
    },
    stop: () => clearInterval(timer),
  }
}
