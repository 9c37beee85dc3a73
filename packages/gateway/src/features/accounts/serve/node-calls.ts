import { type Context, Hono } from 'hono'
import { makeInnerEnv } from '../../../base/inner-caller.ts'
import { projectIdShape } from '../calls/email-calls.ts'
import { refuseVault } from '../refuse-vault.ts'

/**
 * Creates the route `POST /rpc/{project}?chainId=` on the vault's origin: it answers the same
 * JSON-RPC as the gateway's `/v1`, with its limits per caller.
 */
export function nodeCalls(
  gateway: Pick<Hono, 'fetch'>,
  callerOf: (context: Context) => string,
): Hono {
  const app = new Hono()
  app.post('/rpc/:project', async (context) => {
    context.set('route' as never, '/rpc/{project}' as never)
    const site = context.req.header('sec-fetch-site')
    if (site !== undefined && site !== 'same-origin')
      throw refuseVault('vault-refused', { reason: 'This is not for pages of other origins' })
    const project = projectIdShape.safeParse(context.req.param('project'))
    if (!project.success)
      throw refuseVault('vault-refused', { status: 404, reason: 'There is no such project' })
    const query = new URLSearchParams({
      projectId: project.data,
      chainId: context.req.query('chainId') ?? '',
    })
    const innerRequest = new Request(`http://gateway/v1?${query}`, {
      method: 'POST',
      headers: lengthHeader(context.req.header('content-length')),
      body: context.req.raw.body,
      signal: context.req.raw.signal,
      duplex: 'half',
    } as RequestInit)
    // The address of the visitor is passed along to the gateway, so that its limits count each
    // visitor separately.
    const answer = await gateway.fetch(innerRequest, makeInnerEnv(context.env, callerOf(context)))
    const retryAfter = answer.headers.get('retry-after')
    if (retryAfter) context.header('retry-after', retryAfter)
    context.header('content-type', answer.headers.get('content-type') ?? 'application/json')
    return context.newResponse(answer.body, answer.status as 200)
  })
  return app
}

function lengthHeader(length: string | undefined): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(length === undefined ? {} : { 'content-length': length }),
  }
}
