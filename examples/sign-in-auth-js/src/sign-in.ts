import { type Kit, signInMessage, signMessage } from '@latchkey/core'
import { type AccountId, namespaceOf } from '@latchkey/protocol'

/** A function that is called like `fetch`; tests pass one that calls the app directly. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>

/**
 * Proves a connected account to the server. The siwx handler issues the challenge, and Auth.js
 * receives the signature.
 */
export async function signIn(kit: Kit, account: AccountId, send: Send): Promise<void> {
  const asked = await send('/api/siwx/challenge', {
    method: 'POST',
    body: JSON.stringify({ account }),
  })
  const { challenge, error } = await asked.json()
  if (error) throw new Error(error.reason)
  const message = signInMessage(account, challenge, kit.adapters[namespaceOf(account)]?.name ?? '')
  const { signature } = await signMessage(kit, { account, message })
  const url = await post(send, 'callback/siwx', { account, message, signature })
  if (new URL(url, 'http://localhost').searchParams.has('error'))
    throw new Error('the server refused the signature')
}

/** Returns the name of the user who is signed in; null when nobody is. */
export async function readName(send: Send): Promise<string | null> {
  const session = await (await send('/api/auth/session')).json()
  return session?.user?.name ?? null
}

/** Ends the session. */
export async function signOut(send: Send): Promise<void> {
  await post(send, 'signout', {})
}

/**
 * Posts a form to Auth.js with the CSRF token that it requires. Returns the URL to which Auth.js
 * would send the page next.
 */
async function post(
  send: Send,
  call: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const { csrfToken } = await (await send('/api/auth/csrf')).json()
  const response = await send(`/api/auth/${call}`, {
    method: 'POST',
    headers: { 'x-auth-return-redirect': '1' },
    body: new URLSearchParams({ ...fields, csrfToken }),
  })
  return (await response.json()).url
}
