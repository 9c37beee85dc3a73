import type { PlainViewName } from './modal.ts'

/** A view whose parameters are all optional may be opened by its name. */
export const plain: readonly PlainViewName[] = ['Connect', 'Account', 'Swap', 'OnRampProviders']

export const others: readonly PlainViewName[] = [
  // @ts-expect-error: it needs the id of a transaction
  'SendReview',
  // @ts-expect-error: it needs a connector and a network
  'ConnectingSocial',
  // @ts-expect-error: there is no such view
  'Nowhere',
]
