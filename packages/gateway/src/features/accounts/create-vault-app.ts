import { type Context, Hono } from 'hono'
import { callerKey } from '../../base/caller-key.ts'
import { describeError } from '../../base/describe-error.ts'
import { deviceLabel } from '../../base/device-label.ts'
import { readText } from '../../base/http/read-text.ts'
import { isOutage } from '../../base/is-outage.ts'
import type { Log } from '../../base/log.ts'
import { readRefusal } from '../../base/refuse.ts'
import type { RequestBucket } from '../../base/token-bucket.ts'
import type { SignedVaultRequest, VaultCall } from './calls/vault-call.ts'
import { readProof } from './dpop/read-proof.ts'
import type { UsedProofs } from './dpop/used-proofs.ts'
import { refuseVault } from './refuse-vault.ts'
import type { Sessions } from './sessions.ts'

/**
 * Maximum size of a request body in bytes: many times the size of a key split with ten recovery
 * methods.
 */
const maxBodyBytes = 65_536

export interface VaultAppOptions {
  /** Origin of the vault from the configuration; the Host header is not trusted. */
  readonly origin: string
  readonly sessions: Pick<Sessions, 'read'>
  readonly proofs: Pick<UsedProofs, 'use'>
  readonly calls: readonly VaultCall[]
  /**
   * Further applications on the vault's origin: one serves documents and files, one the redirects
   * of sign-in providers.
   */
  readonly pages: readonly Hono[]
  /** Rate limit of each call, per caller. */
  readonly bucket: RequestBucket
  /** Rate limit of all calls without a session together, per caller. */
  readonly openBucket: RequestBucket
  readonly log: Log
  readonly callerOf: (context: Context) => string
  readonly now: () => number
}

/**
 * Creates the web application of the vault's origin. It answers no other host name, allows no
 * cross-origin requests (CORS), and authenticates no call by a cookie.
 */
export function createVaultApp(options: VaultAppOptions): Hono {
  const { origin, calls, pages, log } = options
  const { host, protocol } = new URL(origin)
  const app = new Hono()

  app.use(async (context, next) => {
    const startedAt = performance.now()
    context.header('x-content-type-options', 'nosniff')
    context.header('referrer-policy', 'no-referrer')
    context.header('cache-control', 'no-store')
    if (protocol === 'https:')
      context.header('strict-transport-security', 'max-age=63072000; includeSubDomains')
    if (context.req.header('host')?.toLowerCase() !== host)
      return context.json(refusalBody('vault-refused', 'There is no such host here'), 421)
    await next()
    const route = (context.get('route' as never) ?? 'none') as string
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10
    log.info(
      { method: context.req.method, route, status: context.res.status, ms: durationMs },
      'vault request',
    )
  })
  for (const call of calls) {
    app.on(call.method, call.path, async (context) => {
      context.set('route' as never, call.path as never)
      return context.json(
        await call.handle((await checkCall(context, call, options)) as SignedVaultRequest<never>),
      )
    })
  }
  for (const page of pages) {
    app.route('/', page)
  }
  app.all('/api/*', () => {
    throw refuseVault('vault-refused', { status: 404, reason: 'There is no such call' })
  })
  app.notFound((context) => context.json(refusalBody('', 'There is nothing at this address'), 404))
  app.onError((error, context) => {
    const knownRefusal = readRefusal(error)
    if (!knownRefusal) {
      log.error(describeError(error), 'failed')
      if (isOutage(error)) {
        context.header('retry-after', '5')
        return context.json(
          refusalBody('server-error', 'Something the gateway needs does not answer at the moment'),
          503,
        )
      }
      return context.text('Internal server error', 500)
    }
    if (knownRefusal.retryAfter !== undefined)
      context.header('retry-after', String(knownRefusal.retryAfter))
    return context.json(
      refusalBody(knownRefusal.field, knownRefusal.description),
      knownRefusal.status,
    )
  })
  return app
}

/** Checks of a call its origin, rate limits, device proof, session and the shape of its body. */
async function checkCall(
  context: Context,
  call: VaultCall,
  options: VaultAppOptions,
): Promise<SignedVaultRequest<unknown>> {
  const { origin, sessions, proofs, bucket, openBucket, callerOf, now } = options
  checkSite(context, call.method, origin)
  const caller = callerKey(callerOf(context))
  const waitSeconds =
    (await bucket.take(`${caller} ${call.path}`)) ||
    (call.isSigned ? 0 : await openBucket.take(caller))
  if (waitSeconds > 0) throw refuseVault('rate-limited', { retryAfter: waitSeconds })
  const text = call.method === 'POST' ? await readJsonText(context) : ''
  const token = readToken(context.req.header('authorization'))
  const proofContext = {
    method: call.method,
    url: `${origin}${call.path}`,
    body: text,
    token,
    now: now(),
  }
  const proof = await readProof(context.req.header('dpop'), proofContext)
  if (!proof)
    throw refuseVault('vault-refused', {
      status: 401,
      reason: 'The call carries no proof of its key',
    })
  const { device } = proof
  if (call.isSigned && token === undefined) throw refuseVault('proof-needed')
  // The session is checked before the proof is stored, so that a call without a valid session
  // writes no row.
  const session = call.isSigned ? await sessions.read(token as string, device) : undefined
  if (!(await proofs.use(proof)))
    throw refuseVault('vault-refused', { status: 401, reason: 'The proof was used before' })
  if (session?.isFrozen && !call.isOpenFrozen) throw refuseVault('account-frozen')
  const json = call.method === 'POST' ? parseBody(text) : undefined
  const parsedBody = call.body.safeParse(json)
  if (!parsedBody.success) {
    const { path = [], message = '' } = parsedBody.error.issues[0] ?? {}
    throw refuseVault('vault-refused', {
      status: 400,
      reason: `${path.join('.') || 'the body'}: ${message}`,
    })
  }
  const label = deviceLabel(context.req.header('user-agent'))
  return {
    context,
    body: parsedBody.data,
    device,
    label,
    caller,
    token: token ?? '',
    session: session as never,
  }
}

/**
 * A call that changes data must come from a page of the vault's origin: no other site may make the
 * browser send it.
 */
function checkSite(context: Context, method: VaultCall['method'], ownOrigin: string): void {
  const site = context.req.header('sec-fetch-site')
  const origin = context.req.header('origin')
  const isForeignSite =
    (site !== undefined && site !== 'same-origin') || (origin !== undefined && origin !== ownOrigin)
  const isOriginUnknown = method !== 'GET' && site === undefined && origin === undefined
  if (isForeignSite || isOriginUnknown)
    throw refuseVault('vault-refused', { reason: 'This is not for pages of other origins' })
}

async function readJsonText(context: Context): Promise<string> {
  const contentType = context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (contentType !== 'application/json')
    throw refuseVault('vault-refused', { status: 415, reason: 'JSON only' })
  return readText(context.req, maxBodyBytes)
}

function readToken(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const token = /^DPoP ([\w-]{43})$/.exec(header)?.[1]
  if (token === undefined) throw refuseVault('proof-needed')
  return token
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuseVault('vault-refused', { status: 400, reason: 'The body is not JSON' })
  }
}

function refusalBody(field: string, description: string): object {
  return { status: 'FAILED', reasons: [{ field, description: description.slice(0, 500) }] }
}
