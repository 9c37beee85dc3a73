import type { SendDraft } from '@latchkey/core'
import { type Context, createContext, useContext } from 'react'

/** Estimates of the transfers under review, by transaction id. */
export type SendDrafts = Map<string, SendDraft>
export const SendDraftsContext: Context<SendDrafts> = createContext<SendDrafts>(new Map())

/** The estimates kept between typing a transfer and its review. */
export function useDrafts(): SendDrafts {
  return useContext(SendDraftsContext)
}
