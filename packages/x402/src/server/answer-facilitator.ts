import { readBounded } from '@latchkey/protocol/read-bounded'
import { readFields } from '../wire/fields.ts'
import type { Facilitator, WireRequirements } from './contract.ts'

/** The greatest size of a request body that is read, in bytes. */
const bodyLimit = 65_536

/**
 * Answers a request to a facilitator as the protocol says: `POST …/verify`, `POST …/settle` or
 * `GET …/supported`.
 */
export async function answerFacilitator(
  facilitator: Facilitator,
  request: Request,
): Promise<Response> {
  const verb = new URL(request.url).pathname.split('/').at(-1)
  if (verb === 'supported' && request.method === 'GET')
    return Response.json(await facilitator.supported())
  if ((verb !== 'verify' && verb !== 'settle') || request.method !== 'POST')
    return Response.json({ error: 'not found' }, { status: 404 })
  const body = readFields(await readJson(request))
  const payment = readFields(body?.paymentPayload)
  const requirements = readFields(body?.paymentRequirements)
  if (!payment || !requirements) return Response.json({ error: 'invalid request' }, { status: 400 })
  try {
    // The requirements are not checked here: `verify` and `settle` read each field themselves.
    const answer = await facilitator[verb](payment, requirements as unknown as WireRequirements)
    return Response.json(answer)
  } catch {
    return Response.json({ error: 'the chain cannot be reached' }, { status: 502 })
  }
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBounded(request, bodyLimit)
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
