import type { RegisteredName } from '@latchkey/protocol'
import { registeredNameSchema, suggestionsAnswerSchema } from '@latchkey/protocol/schema'
import { z } from 'zod'
import { refusal } from '../../../base/refuse.ts'
import type { SignedName } from '../../../ports/name-port.ts'
import { type Answer, defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'

/** Version 2 of this call answers an unknown name with an empty list, version 1 with status 404. */
const versionQuery = z.object({ apiVersion: z.string().max(16).optional() })
const emptyList = z.array(z.never()).max(0)
const addressSchema = z.string().regex(/^0x[\da-f]{40}$/i)
const signedRequestShape = z.object({
  coin_type: z.int().min(0),
  address: addressSchema,
  /** JSON text that the owner signed. */
  message: z.string().max(4_096),
  /**
   * Signature of the message. For a contract that is not deployed yet, it also contains the
   * deployment (ERC-6492).
   */
  signature: z.string().regex(/^0x(?:[\da-f]{2}){1,20000}$/i),
})

/** Creates the routes of names in the operator's zone. */
export function nameRoutes({ names }: Pick<RouteServices, 'names'>): readonly Route[] {
  const changeRoute = (
    path: string,
    summary: string,
    change: (name: string, request: SignedName, signal: AbortSignal) => Promise<RegisteredName>,
  ) =>
    defineRoute({
      method: 'POST',
      paths: [path],
      summary,
      access: 'project',
      json: signedRequestShape,
      answer: registeredNameSchema,
      described: { refusals: [401, 422, 503] },
      handle: async ({ context, json: { coin_type: coinType, ...rest }, signal }) => ({
        json: await change(context.req.param('name') ?? '', { coinType, ...rest }, signal),
        headers: { 'cache-control': 'no-store' },
      }),
    })
  return [
    defineRoute({
      method: 'GET',
      paths: ['/v1/profile/account/:name'],
      summary: 'A name of the zone, and the addresses it stands for',
      access: 'project',
      query: versionQuery,
      answer: z.union([registeredNameSchema, emptyList]),
      described: { refusals: [404] },
      handle: async ({ context, query }) => {
        const foundName = await names.find(context.req.param('name') ?? '')
        return foundName
          ? answerFresh(foundName)
          : answerAbsent(query, 'name', 'Nobody has this name')
      },
    }),
    defineRoute({
      method: 'GET',
      paths: ['/v1/profile/reverse/:address'],
      summary: 'Names of the zone that an address owns',
      access: 'project',
      query: versionQuery,
      answer: z.array(registeredNameSchema),
      described: { refusals: [404] },
      handle: async ({ context, query }) => {
        const address = context.req.param('address') ?? ''
        if (!addressSchema.safeParse(address).success)
          throw refusal(400, 'address', 'This is no account address')
        const ownerNames = await names.listByOwner(address)
        return ownerNames.length > 0
          ? answerFresh(ownerNames)
          : answerAbsent(query, 'address', 'This address has no name')
      },
    }),
    defineRoute({
      method: 'GET',
      paths: ['/v1/profile/suggestions/:name'],
      summary: 'Whether a label is free, and free words that begin with it',
      access: 'project',
      query: z.object({ zone: z.string().max(256).optional() }),
      answer: suggestionsAnswerSchema,
      handle: async ({ context, query: { zone = names.zone } }) => {
        if (zone !== names.zone) throw refusal(400, 'name', `Names here end in .${names.zone}`)
        return answerFresh({ suggestions: await names.suggest(context.req.param('name') ?? '') })
      },
    }),
    changeRoute(
      '/v1/profile/account',
      'Registers a name for the address that signed',
      (_, request, signal) => names.register(request, signal),
    ),
    changeRoute(
      '/v1/profile/account/:name/attributes',
      'Changes what a name says of its owner',
      names.setAttributes,
    ),
    changeRoute(
      '/v1/profile/account/:name/address',
      'Lets a name lead to an address of one more chain',
      names.addAddress,
    ),
  ]
}

/** The answer is not cached: a name may be registered at any moment. */
function answerFresh(json: unknown): Answer {
  return { json, headers: { 'cache-control': 'no-cache' } }
}

function answerAbsent(
  { apiVersion }: z.output<typeof versionQuery>,
  field: string,
  description: string,
): Answer {
  if (apiVersion === '2') return answerFresh([])
  throw refusal(404, field, description)
}
