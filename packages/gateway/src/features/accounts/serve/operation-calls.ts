import type { ChainId } from '@latchkey/protocol'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { callerKey } from '../../../base/caller-key.ts'
import type { VaultSmartConfig } from '../../../base/config/vault-smart.ts'
import { readText } from '../../../base/http/read-text.ts'
import { splitCalls } from '../../../base/http/split-calls.ts'
import type { RequestBucket } from '../../../base/token-bucket.ts'
import type { ProjectStore } from '../../../data/project-store.ts'
import { projectId } from '../calls/email-calls.ts'
import { refuseVault } from '../refuse-vault.ts'
import type { AskService } from './ask-service.ts'
import { bundlerMethods, sponsorMethods } from './operation-shapes.ts'

/** Longest body, in bytes. */
const mostBytes = 65_536
/** Only one call is answered; a larger batch gets an error. */
const mostCalls = 50

export interface OperationCallsOptions {
  /** Origin of the vault. */
  readonly origin: string
  readonly smart: VaultSmartConfig
  readonly projects: Pick<ProjectStore, 'find'>
  readonly callerOf: (context: Context) => string
  readonly ask: AskService
  readonly buckets: Readonly<Record<'caller' | 'sponsored' | 'project', RequestBucket>>
}

/**
 * `POST /bundler/{project}?chainId=` and `POST /sponsor/{project}?chainId=`: one JSON-RPC call to
 * the operator's services, with allowed methods and parameter shapes. The services' addresses and
 * error texts stay private.
 */
export function operationCalls({
  origin,
  smart,
  projects,
  callerOf,
  ask,
  buckets,
}: OperationCallsOptions): Hono {
  const app = new Hono()
  app.post('/bundler/:project', (context) => answerCall(context, 'bundler'))
  app.post('/sponsor/:project', (context) => answerCall(context, 'sponsor'))
  return app

  async function answerCall(context: Context, service: 'bundler' | 'sponsor'): Promise<Response> {
    context.set('route' as never, `/${service}/{project}` as never)
    checkPage(context, origin)
    const caller = callerKey(callerOf(context))
    await takeFromBucket(
      service === 'sponsor' ? buckets.sponsored : buckets.caller,
      `${caller} ${service}`,
    )
    const project = projectId.safeParse(context.req.param('project'))
    const chain = (context.req.query('chainId') ?? '') as ChainId
    const given = smart[chain]
    const url = given?.[service]
    if (!project.success || !(await projects.find(project.data)) || url === undefined)
      throw refuseVault('vault-refused', { status: 404, reason: `There is no ${service} here` })
    await takeFromBucket(buckets.project, `${project.data} ${service}`)
    const { isBatch, calls } = splitCalls(await readText(context.req, mostBytes), mostCalls)
    const [call] = calls
    if (isBatch || call?.method === undefined)
      throw refuseVault('vault-refused', { status: 400, reason: 'One JSON-RPC request is taken' })
    const methods =
      service === 'bundler' ? bundlerMethods : sponsorMethods(chain, given?.sponsorContext ?? {})
    const read = readParams(methods.get(call.method), call.params)
    if (typeof read === 'string') return replyToCall(context, call.id, 'error', read)
    // The limit is per account: callers with many addresses spend no more of the operator's budget.
    if (service === 'sponsor')
      await takeFromBucket(buckets.sponsored, `${chain} sender ${senderOf(read.params)}`)
    const said = await ask(
      url,
      { method: call.method, params: read.params },
      context.req.raw.signal,
    )
    if (!said)
      throw refuseVault('vault-refused', { status: 503, reason: `The ${service} does not answer` })
    return replyToCall(
      context,
      call.id,
      said.kind,
      said.kind === 'result' ? said.text : ownError(said.value, service),
    )
  }
}

/** Only a page of the vault may make a browser send this call. */
function checkPage(context: Context, own: string): void {
  const site = context.req.header('sec-fetch-site')
  const origin = context.req.header('origin')
  if ((site !== undefined && site !== 'same-origin') || (origin !== undefined && origin !== own))
    throw refuseVault('vault-refused', { reason: 'This is not for pages of other origins' })
  if (
    context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase() !==
    'application/json'
  )
    throw refuseVault('vault-refused', { status: 415, reason: 'JSON only' })
}

async function takeFromBucket(bucket: RequestBucket, key: string): Promise<void> {
  const wait = await bucket.take(key)
  if (wait > 0) throw refuseVault('rate-limited', { retryAfter: wait })
}

/** Returns the checked parameters, or the JSON text of the call's error. */
function readParams(
  shape: z.ZodType | undefined,
  raw: string | undefined,
): { readonly params: unknown } | string {
  if (!shape) return JSON.stringify({ code: -32_601, message: 'The method is not served here' })
  const read = shape.safeParse(raw === undefined ? undefined : JSON.parse(raw))
  if (read.success) return { params: read.data ?? [] }
  const place = read.error.issues[0]?.path.join('.') || 'params'
  return JSON.stringify({ code: -32_602, message: `Invalid params: ${place}` })
}

function senderOf(params: unknown): string {
  const [operation] = Array.isArray(params) ? params : []
  return String((operation as { sender?: unknown } | undefined)?.sender ?? '').toLowerCase()
}

/**
 * Replaces a service's error text, which may contain its address and key; codes of EntryPoint
 * (`AA21`) are kept.
 */
function ownError(value: unknown, service: string): string {
  const { code, message } = value as { code: number; message: string }
  const [reason] = /\bAA\d\d\b/.exec(message) ?? []
  const isKnown = Number.isSafeInteger(code) && Math.abs(code) < 100_000
  const said = `The ${service} refuses this${reason ? `: ${reason}` : ''}`
  return JSON.stringify({ code: isKnown ? code : -32_603, message: said })
}

function replyToCall(
  context: Context,
  id: string,
  kind: 'result' | 'error',
  text: string,
): Response {
  return context.body(`{"jsonrpc":"2.0","id":${id},"${kind}":${text}}`, 200, {
    'content-type': 'application/json',
  })
}
