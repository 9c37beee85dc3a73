import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Packed, packPackages, readChecked, recordChecked } from './pack-packages.ts'
import { publishPackages } from './publish-packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-publish-test-'))

/** The part of a registry that npm uses to publish, to look and to fetch. */
const documents = new Map<string, Document>()
const order: string[] = []
const seen: { server?: Server; url: string } = { url: '' }

interface Document {
  readonly versions: Record<string, { dist: { tarball: string } }>
  'dist-tags': Record<string, string>
  _attachments: Record<string, { readonly data: string }>
}

beforeAll(async () => {
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1))
    const [, owner = '', file = ''] = /^(.+)\/-\/(?:.*\/)?([^/]+)$/.exec(name) ?? []
    if (request.method === 'GET' && file) {
      const kept = Object.values(documents.get(owner)?._attachments ?? {})[0]
      return response.end(Buffer.from(kept?.data ?? '', 'base64'))
    }
    if (request.method === 'GET') {
      const found = documents.get(name)
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
      return response.end(JSON.stringify(found ?? { error: 'not found' }))
    }
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const document = JSON.parse(Buffer.concat(parts).toString()) as Document
      for (const version of Object.values(document.versions)) {
        version.dist.tarball = `${seen.url}/${name}/-/${name.split('/').at(-1)}.tgz`
      }
      documents.set(name, document)
      order.push(name)
      response.writeHead(201, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  seen.server = server
  seen.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  writeFileSync(
    join(folder, 'npmrc'),
    `registry=${seen.url}/\n${seen.url.slice(5)}/:_authToken=none\n`,
  )
})

afterAll(async () => {
  await new Promise((done) => seen.server?.close(done))
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(() => {
  documents.clear()
  order.length = 0
})

function environment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key))
  return {
    ...Object.fromEntries(inherited),
    NPM_CONFIG_USERCONFIG: join(folder, 'npmrc'),
    NPM_CONFIG_CACHE: join(folder, 'cache'),
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
  }
}

/** Lays two packages down as `npm run check:dist` does, and packs them. */
async function packTwo(name: string, text: string, version = '1.0.0'): Promise<readonly Packed[]> {
  const home = join(folder, name)
  const lay = (id: string, more: object): void => {
    const target = join(home, 'node_modules', id)
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'package.json'), JSON.stringify({ name: id, version, ...more }))
    writeFileSync(join(target, 'README.md'), text)
  }
  lay('@kit/upper', { dependencies: { '@kit/zero': version } })
  lay('@kit/zero', { publishConfig: { access: 'public', provenance: true } })
  return packPackages(home, ['@kit/upper', '@kit/zero'])
}

const options = { tag: 'latest', more: ['--provenance=false', '--access=public'] }

// Each test starts npm up to eight times.
describe('publishPackages', { timeout: 120_000 }, () => {
  test('default: dependencies first, with the tag; a second run has nothing to do', async () => {
    const packed = await packTwo('first', 'one')
    const env = environment()
    expect(await publishPackages(packed, { ...options, env })).toEqual([
      { name: '@kit/zero', outcome: 'published' },
      { name: '@kit/upper', outcome: 'published' },
    ])
    expect(order).toEqual(['@kit/zero', '@kit/upper'])
    expect(documents.get('@kit/zero')?.['dist-tags']).toEqual({ latest: '1.0.0' })
    expect(await publishPackages(packed, { ...options, env })).toEqual([
      { name: '@kit/zero', outcome: 'is there already' },
      { name: '@kit/upper', outcome: 'is there already' },
    ])
    expect(order).toHaveLength(2)
  })

  test('parameters: isDry', async () => {
    const packed = await packTwo('dry', 'one')
    const results = await publishPackages(packed, { ...options, isDry: true, env: environment() })
    expect(results.map(({ outcome }) => outcome)).toEqual([
      'would be published',
      'would be published',
    ])
    expect(order).toEqual([])
  })

  test('error: a version that is there with other content, before anything is published', async () => {
    const env = environment()
    const [, zero] = await packTwo('theirs', 'one')
    if (!zero) throw new Error('nothing was packed')
    await publishPackages([zero], { ...options, env })
    const changed = await packTwo('ours', 'two')
    await expect(publishPackages(changed, { ...options, env })).rejects.toThrow(
      '@kit/zero@1.0.0 is published with other content (README.md)',
    )
    expect(order).toEqual(['@kit/zero'])
  })

  test('error: a prerelease as latest', async () => {
    const packed = await packTwo('canary', 'one', '1.0.0-canary-1')
    const env = environment()
    await expect(publishPackages(packed, { ...options, env })).rejects.toThrow('give it a --tag')
    expect(order).toEqual([])
  })
})

describe('readChecked', () => {
  test('default: what was packed, once it is recorded; nothing that changed since', async () => {
    const packed = await packTwo('checked', 'one')
    const home = join(folder, 'checked')
    expect(() => readChecked(home)).toThrow('run npm run check:dist first')
    recordChecked(home, packed)
    expect(readChecked(home).map(({ tarball }) => tarball)).toEqual(
      packed.map(({ tarball }) => tarball),
    )
    const [one, other] = packed
    if (!one || !other) throw new Error('nothing was packed')
    cpSync(other.tarball, one.tarball)
    expect(readFileSync(one.tarball).equals(readFileSync(other.tarball))).toBe(true)
    expect(() => readChecked(home)).toThrow('is not as it was checked')
  })
})
