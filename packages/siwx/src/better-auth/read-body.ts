import { refuse } from '../errors/siwx-error.ts'

/**
 * Returns the fields of a request body that better-auth has parsed; an empty object when there was
 * no body.
 * @throws `request-invalid`
 */
export function readBody(body: unknown): Readonly<Record<string, unknown>> {
  if (body === undefined || body === null) return {}
  return typeof body === 'object' && !Array.isArray(body)
    ? (body as Record<string, unknown>)
    : refuse('request-invalid')
}
