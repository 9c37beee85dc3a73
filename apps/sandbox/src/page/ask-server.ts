import type { Fault } from '../server/order-desk.ts'
import type { OrderView } from '../server/view-of.ts'

/**
 * An answer of the sandbox server: the order, an error of one field, or that the server is
 * unreachable.
 */
export type Answer =
  | { readonly kind: 'order'; readonly order: OrderView }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'missing' }
  | { readonly kind: 'down' }

/** Reads an order, or performs an action on it. */
export async function askServer(id: string, action?: string, body: object = {}): Promise<Answer> {
  try {
    const path = `/page/${encodeURIComponent(id)}${action ? `/${action}` : ''}`
    const postOptions = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await fetch(path, action ? postOptions : {})
    if (response.status === 404) return { kind: 'missing' }
    const json: unknown = await response.json()
    if (response.status === 400) return { kind: 'fault', fault: json as Fault }
    return response.ok ? { kind: 'order', order: json as OrderView } : { kind: 'down' }
  } catch {
    return { kind: 'down' }
  }
}
