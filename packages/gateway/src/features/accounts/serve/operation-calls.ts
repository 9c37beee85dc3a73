import type { ChainId } from '@latchkey/protocol'
import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { callerKey } from '../../../base/caller-key.ts'
import type { VaultSmartConfig } from '../../../base/config/vault-smart.ts'
import { readText } from '../../../base/http/read-text.ts'
import { splitCalls } from '../../../base/http/split-calls.ts'
import type { RequestBucket } from '../../../base/token-bucket.ts'
import type { ProjectStore } from '../../../data/project-store.ts'
import { projectIdShape } from '../calls/email-calls.ts'
import { refuseVault } from '../refuse-vault.ts'
import type { AskService } from './ask-service.ts'
import { bundlerMethods, sponsorMethods } from './operation-shapes.ts'

/** Maximum length of a request body, in bytes. */
const maxBodyBytes = 65_536
/**
 * Maximum length of a batch that is parsed; any batch is then refused, because only a single call
 * is answered.
 */
const maxCalls = 50

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
 * Creates the routes `POST /bundler/{project}?chainId=` and `POST /sponsor/{project}?chainId=`:
 * each passes one JSON-RPC call to the operator's bundler or paymaster, for allowed methods and
 * parameter shapes only. The addresses and error texts of these services stay private.
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
    const project = projectIdShape.safeParse(context.req.param('project'))
    const chain = (context.req.query('chainId') ?? '') as ChainId
    const chainServices = smart[chain]
    const url = chainServices?.[service]
    if (!project.success || !(await projects.find(project.data)) || url === undefined)
      throw refuseVault('vault-refused', { status: 404, reason: `There is no ${service} here` })
    await takeFromBucket(buckets.project, `${project.data} ${service}`)
    const { isBatch, calls } = splitCalls(await readText(context.req, maxBodyBytes), maxCalls)
    const [call] = calls
    if (isBatch || call?.method === undefined)
      throw refuseVault('vault-refused', { status: 400, reason: 'One JSON-RPC request is taken' })
    const methods =
      service === 'bundler'
        ? bundlerMethods
        : sponsorMethods(chain, chainServices?.sponsorContext ?? {})
    const parsedParams = readParams(methods.get(call.method), call.params)
    if (typeof parsedParams === 'string')
      return replyToCall(context, call.id, 'error', parsedParams)
    // The limit is counted per account, so that a caller with many network addresses spends no more
    // of the operator's budget.
    if (service === 'sponsor')
      await takeFromBucket(buckets.sponsored, `${chain} sender ${readSender(parsedParams.params)}`)
    const serviceAnswer = await ask(
      url,
      { method: call.method, params: parsedParams.params },
      context.req.raw.signal,
    )
    if (!serviceAnswer)
      throw refuseVault('vault-refused', { status: 503, reason: `The ${service} does not answer` })
    return replyToCall(
      context,
      call.id,
      serviceAnswer.kind,
      serviceAnswer.kind === 'result'
        ? serviceAnswer.text
        : describeServiceError(serviceAnswer.value, service),
    )
  }
}

/** A browser may send this call only from a page on the vault's origin. */
function checkPage(context: Context, ownOrigin: string): void {
  const site = context.req.header('sec-fetch-site')
  const origin = context.req.header('origin')
  if (
    (site !== undefined && site !== 'same-origin') ||
    (origin !== undefined && origin !== ownOrigin)
  )
    throw refuseVault('vault-refused', { reason: 'This is not for pages of other origins' })
  if (
    context.req.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase() !==
    'application/json'
  )
    throw refuseVault('vault-refused', { status: 415, reason: 'JSON only' })
}

async function takeFromBucket(bucket: RequestBucket, key: string): Promise<void> {
  const waitSeconds = await bucket.take(key)
  if (waitSeconds > 0) throw refuseVault('rate-limited', { retryAfter: waitSeconds })
}

/** Returns the checked parameters of a call, or the JSON text of an error answer. */
function readParams(
  shape: z.ZodType | undefined,
  raw: string | undefined,
): { readonly params: unknown } | string {
  if (!shape) return JSON.stringify({ code: -32_601, message: 'The method is not served here' })
  const parsedParams = shape.safeParse(raw === undefined ? undefined : JSON.parse(raw))
  if (parsedParams.success) return { params: parsedParams.data ?? [] }
  const fieldPath = parsedParams.error.issues[0]?.path.join('.') || 'params'
  return JSON.stringify({ code: -32_602, message: `Invalid params: ${fieldPath}` })
}

function readSender(params: unknown): string {
  const [operation] = Array.isArray(params) ? params : []
  return String((operation as { sender?: unknown } | undefined)?.sender ?? '').toLowerCase()
}

/**
 * Replaces the error text of a bundler or paymaster, which may contain its address and key; error
 * codes of EntryPoint (such as `AA21`) are kept.
 */
function describeServiceError(value: unknown, service: string): string {
  const { code, message } = value as { code: number; message: string }
  const [reason] = /\bAA\d\d\b/.exec(message) ?? []
  const isKnown = Number.isSafeInteger(code) && Math.abs(code) < 100_000
  const errorText = `The ${service} refuses this${reason ? `: ${reason}` : ''}`
  return JSON.stringify({ code: isKnown ? code : -32_603, message: errorText })
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
