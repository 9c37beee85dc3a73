import type { Fault } from '../server/counter.ts'
import type { OrderView } from '../server/view-of.ts'

/**
 * What a call of our own server answered: the order as it stands, what is wrong with a field, or
 * nobody there.
 */
export type Answer =
  | { readonly kind: 'order'; readonly order: OrderView }
  | { readonly kind: 'fault'; readonly fault: Fault }
  | { readonly kind: 'missing' }
  | { readonly kind: 'down' }

/** Reads an order, or with a verb says something about it. */
export async function askServer(id: string, verb?: string, body: object = {}): Promise<Answer> {
  try {
    const path = `/page/${encodeURIComponent(id)}${verb ? `/${verb}` : ''}`
    const post = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await fetch(path, verb ? post : {})
    if (response.status === 404) return { kind: 'missing' }
    const json: unknown = await response.json()
    if (response.status === 400) return { kind: 'fault', fault: json as Fault }
    return response.ok ? { kind: 'order', order: json as OrderView } : { kind: 'down' }
  } catch {
    return { kind: 'down' }
  }
}
