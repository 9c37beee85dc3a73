import type { VaultAccount, VaultCalls } from '@latchkey/protocol/vault'
import { base64url, fromBase64url, randomId } from '../base64url.ts'
import { sealSecret } from '../seal.ts'

type Call = keyof VaultCalls
type Body = Readonly<Record<string, unknown>>

/**
 * A fake `/api` and project node, in memory: it stores shares as the gateway does, but checks no
 * proofs and limits, which are tested with the real gateway.
 */
export function standInGateway() {
  const held = {
    shares: new Map<string, { share: Uint8Array; recovery: readonly Body[] }>(),
    account: null as VaultAccount | null,
    isNew: true,
    refusals: new Map<Call, { status: number; field: string }>(),
    asked: [] as { call: string; body: Body; authorization: string | null }[],
    node: new Map<string, unknown>(),
    logins: [] as unknown[],
  }
  const account = (): VaultAccount =>
    held.account ?? {
      account: 'a1',
      identities: [{ kind: 'email', label: 'ada@shop.example' }],
      publics: null,
      split: null,
      newest: null,
      methods: [],
      devices: [],
    }
  const change = (more: Partial<VaultAccount>): void => {
    held.account = { ...account(), ...more }
  }
  const later = Date.now() + 600_000
  const codeAsked = { challenge: 'c1', expiresAt: later, resendAt: later }
  const session = () => ({ token: randomId(32), refreshIn: 600, expiresAt: later })
  const answers: Partial<Record<Call, (body: Body) => unknown>> = {
    'POST /api/email/start': () => codeAsked,
    'POST /api/email/resend': () => codeAsked,
    'POST /api/email/verify': () => ({ state: 'signed-in', session: session() }),
    'POST /api/logins': () => ({
      expiresAt: later,
      uri: 'https://farcaster.example/~/siwf?channelToken=x',
    }),
    'POST /api/logins/confirm': ({ number }) =>
      number === '271828' ? {} : { refused: 403, field: 'code-wrong' },
    'POST /api/logins/wait': () => held.logins.shift() ?? new Promise(() => {}),
    'POST /api/session/refresh': session,
    'POST /api/session/end': () => ({}),
    'GET /api/account': account,
    'POST /api/splits': (body) => {
      if (body.expects !== account().newest) return { refused: 409 }
      const split = randomId(8)
      held.shares.set(split, {
        share: fromBase64url(String(body.share)),
        recovery: (body.recovery as readonly Body[]).map((one) => ({ id: randomId(4), ...one })),
      })
      change({
        publics: body.publics as VaultAccount['publics'],
        split,
        newest: split,
        methods: (held.shares.get(split)?.recovery ?? []).map(({ sealed: _, ...one }) => ({
          ...one,
          createdAt: 1,
        })) as never,
      })
      return { split }
    },
    'POST /api/splits/release': async ({ split, sealTo }) => sealed(String(split), String(sealTo)),
    'POST /api/splits/recover': async ({ sealTo }) => {
      const split = account().newest ?? ''
      return {
        split,
        ...(await sealed(split, String(sealTo))),
        methods: held.shares.get(split)?.recovery ?? [],
      }
    },
    'POST /api/way-out': ({ split }) => ({
      methods: held.shares.get(String(split))?.recovery ?? [],
    }),
    'POST /api/way-out/pepper': () => ({ key: 'A'.repeat(43) }),
    'POST /api/account/delete': () => ({}),
  }
  const sealed = async (split: string, sealTo: string) => ({
    sealed: base64url(
      await sealSecret(
        'release',
        fromBase64url(sealTo),
        held.shares.get(split)?.share ?? new Uint8Array(33),
      ),
    ),
  })

  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { pathname } = new URL(String(url))
    const body: Body = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    if (!pathname.startsWith('/api/')) {
      held.asked.push({ call: String(body.method), body, authorization: null })
      const answer = held.node.get(String(body.method))
      return Response.json(
        answer === undefined
          ? { error: { code: -32601, message: 'no' } }
          : { jsonrpc: '2.0', id: 1, result: answer },
      )
    }
    const call = `${init.method} ${pathname}` as Call
    held.asked.push({ call, body, authorization: new Headers(init.headers).get('authorization') })
    const refused = held.refusals.get(call)
    const refuse = (status: number, field = '') =>
      Response.json({ status: 'FAILED', reasons: [{ field, description: 'no' }] }, { status })
    if (refused) return refuse(refused.status, refused.field)
    const answering = Promise.resolve(answers[call]?.(body))
    const aborted = new Promise<never>((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
    )
    const answer = await Promise.race([answering, aborted])
    if (answer === undefined) return refuse(404)
    const { refused: status, field = '' } = answer as {
      readonly refused?: number
      readonly field?: string
    }
    return status === undefined ? Response.json(answer) : refuse(status, field)
  }
  return { held, change, fetch: fetch as typeof globalThis.fetch }
}
