import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveDashboard } from './serve-dashboard.ts'

describe('serveDashboard', () => {
  const home = mkdtempSync(join(tmpdir(), 'latchkey-served-'))
  const folder = join(home, 'dashboard')

  beforeAll(() => {
    mkdirSync(join(folder, 'assets'), { recursive: true })
    writeFileSync(join(folder, 'index.html'), '<title>Dashboard</title>')
    writeFileSync(join(folder, 'assets/app.js'), 'work()')
    writeFileSync(join(folder, 'notes.secret'), 'secret')
    writeFileSync(join(home, 'operator-token.md'), 'secret')
  })
  afterAll(() => rmSync(home, { recursive: true }))

  test('default', async () => {
    const app = serveDashboard(folder)
    const page = await app.request('/dashboard/')
    expect([page.status, await page.text()]).toEqual([200, '<title>Dashboard</title>'])
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    )
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const script = await app.request('/dashboard/assets/app.js')
    expect([await script.text(), script.headers.get('content-type')]).toEqual([
      'work()',
      'text/javascript; charset=utf-8',
    ])
    expect(script.headers.get('cache-control')).toContain('immutable')
    const packed = await app.request('/dashboard/', { headers: { 'accept-encoding': 'br, gzip' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect((await app.request('/dashboard')).headers.get('location')).toBe('/dashboard/')
  })

  test.each([
    '/dashboard/../operator-token.md',
    '/dashboard/%2e%2e/operator-token.md',
    '/dashboard/..%2foperator-token.md',
    '/dashboard/assets/..%5c..%5coperator-token.md',
    '/dashboard//etc/passwd',
    '/dashboard/notes.secret',
    '/dashboard/constructor',
    '/dashboard/nothing.js',
  ])('behavior: %s is no address', async (path) => {
    const answer = await serveDashboard(folder).request(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('secret')
  })

  test('behavior: one that is not built says so', async () => {
    const answer = await serveDashboard(join(home, 'nowhere')).request('/dashboard/')
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('not built'),
    ])
  })
})
