import { type Kit, signInMessage, signMessage } from '@latchkey/core'
import { type AccountId, namespaceOf } from '@latchkey/protocol'
import type { SiwxSession } from '@latchkey/siwx'

/** A function that is called like `fetch`; tests pass one that calls the app directly. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>

const base = '/api/auth/siwx'

/** Proves a connected account to the server, which then signs the visitor in. */
export async function signIn(kit: Kit, account: AccountId, send: Send): Promise<SiwxSession> {
  const { challenge } = await post(send, 'challenge', { account })
  const message = signInMessage(account, challenge, kit.adapters[namespaceOf(account)]?.name ?? '')
  const { signature } = await signMessage(kit, { account, message })
  return (await post(send, 'verify', { account, message, signature })).session
}

/** Returns the session of the visitor who is signed in; null when nobody is. */
export async function readSession(send: Send): Promise<SiwxSession | null> {
  return (await (await send(`${base}/session`)).json()).session
}

/** Ends the session. */
export async function signOut(send: Send): Promise<void> {
  await post(send, 'sign-out', {})
}

async function post(send: Send, call: string, body: object) {
  const response = await send(`${base}/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = response.status === 204 ? {} : await response.json()
  if (!response.ok)
    throw new Error(answer.error?.reason ?? `the server answered ${response.status}`)
  return answer
}
