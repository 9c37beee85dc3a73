const nodeTimeoutMs = 6_000
const maxAnswerBytes = 65_536

/**
 * Makes one JSON-RPC call to the project's node. The result is limited in size, but not validated.
 * @throws when there is no answer in time
 */
export async function askNode(
  rpc: string,
  method: string,
  params: unknown,
  fetcher: typeof fetch,
): Promise<unknown> {
  const answer = await fetcher(rpc, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(nodeTimeoutMs),
  })
  const text = await answer.text()
  if (!answer.ok || text.length > maxAnswerBytes) throw new Error('no answer')
  const body: { readonly result?: unknown } = JSON.parse(text)
  return body.result
}
