import type { SendDraft } from '@latchkey/core'
import { type Context, createContext, useContext } from 'react'

/** What estimates said of transfers under review, by transaction id. */
export type SendDrafts = Map<string, SendDraft>
export const SendDraftsContext: Context<SendDrafts> = createContext<SendDrafts>(new Map())

/** The estimates kept between writing a transfer and reviewing it. */
export function useDrafts(): SendDrafts {
  return useContext(SendDraftsContext)
}
