import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenBucket } from '../../../base/token-bucket.ts'
import type { Project } from '../../../data/project-store.ts'
import { createVaultApp } from '../create-vault-app.ts'
import { nodeCalls } from './node-calls.ts'
import { readVaultFiles } from './vault-files.ts'
import { vaultPages } from './vault-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-pages-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const slot = '<script type="application/json" id="project">null</script>'
const hostile = '</script><script>alert(1)</script><!--\u2028'

beforeAll(() => {
  for (const name of ['assets', 'w']) {
    mkdirSync(join(folder, name))
  }
  writeFileSync(join(folder, 'frame.html'), `<title>frame</title>${slot}<p>after</p>`)
  writeFileSync(join(folder, 'window.html'), `<title>window</title>${slot}`)
  writeFileSync(join(folder, 'assets/a-1.js'), 'export const a = 1')
  writeFileSync(join(folder, 'w/sign-1.js'), 'self.b = 1')
  writeFileSync(join(folder, 'secret.txt'), 'not for anybody')
})

const projectOf = (id: string, origins: readonly string[]): Project => ({
  id,
  origins,
  features: [],
  isAnalyticsEnabled: false,
})

function app(origin = 'https://vault.example') {
  const all = [
    projectOf('shop', ['https://shop.example', 'https://*.shop.example:*']),
    projectOf('local', []),
    projectOf('odd', [
      "https://a.example'; script-src *",
      'https://b.example\r\nx: y',
      'https://c.example',
    ]),
  ]
  const log = { info: () => undefined, error: () => undefined }
  const describe = () => ({
    providers: [],
    rpc: {},
    limits: { [hostile]: hostile },
    recoveryByOperator: false,
    namespaces: [],
  })
  const projects = { find: async (id: string) => all.find((one) => one.id === id) }
  const asked: Request[] = []
  const gateway = {
    fetch: async (request: Request) => {
      asked.push(request)
      return new Response(await request.text(), {
        status: 429,
        headers: { 'retry-after': '3', 'x-y': 'z' },
      })
    },
  }
  const pages = [
    vaultPages({ files: readVaultFiles(folder), projects, describe }),
    nodeCalls(gateway, () => 'caller'),
  ]
  const bucket = tokenBucket({ capacity: 1_000, refillPerSecond: 1 })
  const never = { read: () => Promise.reject(new Error()), use: () => Promise.reject(new Error()) }
  const made = createVaultApp({
    origin,
    pages,
    bucket,
    openBucket: bucket,
    log,
    calls: [],
    sessions: never,
    proofs: never,
    callerOf: () => 'caller',
    now: () => 0,
  })
  const { host } = new URL(origin)
  return {
    asked,
    get: (path: string, headers: Record<string, string> = {}) =>
      made.request(`${origin}${path}`, { headers: { host, ...headers } }),
    post: (path: string, body: string, headers: Record<string, string> = {}) =>
      made.request(`${origin}${path}`, { method: 'POST', body, headers: { host, ...headers } }),
  }
}
const policyOf = (response: Response): Record<string, string> =>
  Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((part) => {
      const [name = '', ...rest] = part.split(' ')
      return [name, rest.join(' ')]
    }),
  )

describe('the frame', () => {
  test("default: its project's origins may embed it, and nobody else; its policy is strict", async () => {
    const response = await app().get('/v/shop')
    expect(response.status).toBe(200)
    const { 'frame-ancestors': ancestors, ...policy } = policyOf(response)
    expect(ancestors).toBe('https://shop.example https://*.shop.example:*')
    expect(policy).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'latchkey-vault',
    })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'strict-transport-security': expect.stringContaining('max-age='),
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect(
      (await app('http://vault.localhost:1').get('/v/shop')).headers.get(
        'strict-transport-security',
      ),
    ).toBeNull()
  })

  test('behavior: input never reaches the policy; an origin that would end a directive is left out', async () => {
    const headers = { referer: 'https://evil.example', origin: 'https://evil.example' }
    const { 'frame-ancestors': ancestors } = policyOf(
      await app().get('/v/shop?origin=https://evil.example', headers),
    )
    expect(ancestors).not.toContain('evil')
    expect(policyOf(await app().get('/v/odd'))['frame-ancestors']).toBe('https://c.example')
    expect(policyOf(await app().get('/v/local'))['frame-ancestors']).toContain(
      'http://*.localhost:*',
    )
    expect(policyOf(await app().get('/v/local'))['frame-ancestors']).not.toContain('https://*')
    for (const path of [
      '/v/none',
      '/v/',
      '/v/a%0d%0ab',
      '/v/shop/x',
      '/p/login/none',
      '/p/none/shop',
      '/p/login',
    ]) {
      expect([path, (await app().get(path)).status]).toEqual([path, 404])
    }
  })

  test('behavior: no string of the project ends its script, and it is read as it was', async () => {
    const text = await (await app().get('/v/shop')).text()
    const [before, json = '', after] = text.split(
      /<script type="application\/json" id="project">|<\/script>/,
    )
    expect([before, after]).toEqual(['<title>frame</title>', '<p>after</p>'])
    expect(json).not.toMatch(/[<>&\u2028]/)
    expect(JSON.parse(json)).toMatchObject({
      project: 'shop',
      origins: ['https://shop.example', 'https://*.shop.example:*'],
      limits: { [hostile]: hostile },
    })
  })
})

describe('windows and files', () => {
  test('default: a window is framed by nobody, and keeps its opener', async () => {
    const response = await app().get('/p/approve/shop')
    expect(await response.text()).toContain('<title>window</title>')
    expect(policyOf(response)['frame-ancestors']).toBe("'none'")
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(response.headers.get('cross-origin-opener-policy')).toBeNull()
    // Where the link of a notice leads.
    expect((await app().get('/p/stop/shop')).status).toBe(200)
    expect((await app().get('/p/other/shop')).status).toBe(404)
  })

  test('behavior: a worker has a policy of its own and COEP; hashed files are kept for good', async () => {
    const worker = await app().get('/w/sign-1.js')
    expect(worker.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'none'",
    )
    for (const path of ['/w/sign-1.js', '/assets/a-1.js']) {
      const { headers, status } = await app().get(path, { 'accept-encoding': 'gzip' })
      expect(status).toBe(200)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cross-origin-embedder-policy': 'require-corp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-encoding': 'gzip',
      })
    }
  })

  test('behavior: what was not built has no address, nor has what lies beside it', async () => {
    const paths = [
      '/secret.txt',
      '/assets/../secret.txt',
      '/assets/%2e%2e/secret.txt',
      '/assets/none.js',
      '/frame.html',
    ]
    for (const path of [...paths, '/', '/assets/', '/w/..%2fsecret.txt']) {
      expect([path, (await app().get(path)).status]).toEqual([path, 404])
    }
  })

  test('behavior: a folder whose template has no place for the project is refused', () => {
    const bad = mkdtempSync(join(tmpdir(), 'latchkey-pages-'))
    expect(readVaultFiles(bad)).toBeUndefined()
    writeFileSync(join(bad, 'frame.html'), '<title>x</title>')
    expect(() => readVaultFiles(bad)).toThrow(expect.objectContaining({ code: 'config-invalid' }))
    rmSync(bad, { recursive: true })
  })
})

describe('reads of chains', () => {
  test('default: the gateway answers, and nothing of the request but its body reaches it', async () => {
    const { post, asked } = app()
    const answer = await post('/rpc/shop?chainId=eip155:1&projectId=evil', '[1]', {
      cookie: 'a=b',
      origin: 'https://x',
    })
    expect([answer.status, await answer.text(), answer.headers.get('retry-after')]).toEqual([
      429,
      '[1]',
      '3',
    ])
    expect(answer.headers.get('x-y')).toBeNull()
    expect(asked[0]?.url).toBe('http://gateway/v1?projectId=shop&chainId=eip155%3A1')
    expect([...(asked[0]?.headers.keys() ?? [])].sort()).toEqual(['content-type'])
    expect(
      (await post('/rpc/shop?chainId=eip155:1', '[1]', { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    expect((await post('/rpc/a%2fb?chainId=eip155:1', '[1]')).status).toBe(404)
  })
})
