import type { SendDraft } from '@latchkey/core'
import { type Context, createContext, useContext } from 'react'

/** Estimates of the transfers under review, by transaction id. */
export type SendDrafts = Map<string, SendDraft>
export const SendDraftsContext: Context<SendDrafts> = createContext<SendDrafts>(new Map())

/** Hands the fee estimates of the Send view on to the review, by transaction id. */
export function useSendDrafts(): SendDrafts {
  return useContext(SendDraftsContext)
}
