import type { HonoRequest } from 'hono'
import type { z } from 'zod'
import { readText } from '../../base/http/read-text.ts'
import { Fault } from './fault.ts'

/** Maximum number of bytes of a request body; the largest valid project is smaller. */
const maxBodyBytes = 262_144

/**
 * Reads the JSON body of a call.
 * @throws a fault `invalid` with the field
 */
export async function readBody<S extends z.ZodType>(
  request: HonoRequest,
  shape: S,
): Promise<z.output<S>> {
  const parsedBody = shape.safeParse(parseJson(await readRequestText(request)))
  if (parsedBody.success) return parsedBody.data
  const { path, message } = parsedBody.error.issues[0] ?? { path: [], message: '' }
  const field = path.join('.')
  throw new Fault(
    'invalid',
    `${field || 'The body'}: ${message}`,
    `Correct ${field || 'the body'}`,
    { field },
  )
}

async function readRequestText(request: HonoRequest): Promise<string> {
  try {
    return await readText(request, maxBodyBytes)
  } catch {
    throw new Fault('invalid', `The body is larger than ${maxBodyBytes} bytes`, 'Send less at once')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Fault('invalid', 'The body is not JSON', 'Send a JSON object')
  }
}
