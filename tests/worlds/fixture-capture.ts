import type { ServerResponse } from 'node:http'

export interface PaperAnswer {
  readonly status: number
  readonly body: unknown
}

const refused = (status: number, field: string): PaperAnswer => ({
  status,
  body: { status: 'FAILED', reasons: [{ field, description: 'no' }] },
})

/**
 * Answers of a fixture gateway to an address (`slow@`: none, `nomail@`: it sends no mail, `limit@`:
 * too many) and to a code; `undefined` for any other call.
 */
export function captureAnswer(
  method: string | undefined,
  pathname: string,
  asking: string,
): PaperAnswer | 'silent' | undefined {
  if (pathname !== '/auth/v1/otp') return undefined
  const { email = '', code } = JSON.parse(asking || '{}') as { email?: string; code?: string }
  if (method === 'PUT') {
    if (code === '000000') return refused(400, 'code-wrong')
    return code === '111111' ? refused(400, 'code-expired') : { status: 200, body: null }
  }
  if (email.startsWith('slow@')) return 'silent'
  if (email.startsWith('nomail@')) return refused(503, '')
  if (email.startsWith('limit@')) return refused(429, 'code-limit')
  return { status: 200, body: { uuid: '0b7e6a0e-6d4c-4d0c-9a52-0f6a1f3c9a11' } }
}

/** Allows PUT from pages of other origins. */
export function allowPut(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PUT',
    'access-control-allow-headers': 'content-type, x-otp',
  })
  response.end()
}
