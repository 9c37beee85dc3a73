import { answerLimits } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { Analytics } from '../../../ports/analytics-port.ts'
import { makeGateway } from '../../../test/make-gateway.ts'

const page = 'https://a.shop.example'

function scene() {
  const records: { project: string; sent: readonly unknown[]; host: string | undefined }[] = []
  const analytics: Analytics = {
    record: async ({ id }, sent, host) => {
      records.push({ project: id, sent, host })
      return { stored: 0, repeated: 0, refused: 0 }
    },
    tail: () => () => undefined,
    renderMetrics: async () => '',
  }
  const { app, logged } = makeGateway({ analytics })
  const post = (path: string, body: string, headers: Record<string, string> = {}) =>
    app.request(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain;charset=UTF-8', origin: page, ...headers },
    })
  return { post, records, logged, app }
}

describe('eventRoute, eventsRoute', () => {
  test('default', async () => {
    const { post, records } = scene()
    const one = await post('/e?projectId=shop&st=latchkey&sv=html-eip155-0.1.0', '{"eventId":"x"}')
    const many = await post('/batch?projectId=shop', '[{"eventId":"x"},7]')
    for (const answer of [one, many]) {
      expect(answer.status).toBe(204)
      expect(await answer.text()).toBe('')
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
    expect(records).toEqual([
      { project: 'shop', sent: [{ eventId: 'x' }], host: 'a.shop.example' },
      { project: 'shop', sent: [{ eventId: 'x' }, 7], host: 'a.shop.example' },
    ])
  })

  test.each([
    ['an unknown project', '/batch?projectId=none', '[]', {}, 401],
    ['no project', '/batch', '[]', {}, 401],
    ['a foreign page', '/batch?projectId=shop', '[]', { origin: 'https://evil.example' }, 403],
    ['a page without an origin of its own', '/e?projectId=shop', '{}', { origin: 'null' }, 403],
    ['no JSON', '/batch?projectId=shop', '[{', {}, 400],
    ['nothing', '/batch?projectId=shop', '', {}, 400],
    ['no list', '/batch?projectId=shop', '{"projectId":"shop"}', {}, 400],
    ['a list as one', '/e?projectId=shop', '[]', {}, 400],
    [
      'too many',
      '/batch?projectId=shop',
      JSON.stringify(Array(answerLimits.events + 1).fill({})),
      {},
      400,
    ],
    [
      'a megabyte and more',
      '/batch?projectId=shop',
      JSON.stringify(['x'.repeat(1_048_576)]),
      {},
      413,
    ],
  ])('behavior: %s is refused', async (_, path, body, headers, status) => {
    const { post, records } = scene()
    expect((await post(path, body, headers)).status).toBe(status)
    expect(records).toEqual([])
  })

  test('behavior: what was sent is in no line of the log', async () => {
    const { post, logged } = scene()
    await post('/batch?projectId=shop', '[{"secret":"word"}]')
    await post('/batch?projectId=shop', '{"secret":"word"')
    expect(logged.join('')).not.toMatch(/secret|word|shop/)
  })
})
