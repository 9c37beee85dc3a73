import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hasCode } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isForeignAddress, isPublicAddress, publicFetch } from './public-fetch.ts'

const server = createServer((request, response) => {
  if (request.url === '/away')
    return response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  response.end('x'.repeat(2000))
})
const url = (path = '/', host = '127.0.0.1') =>
  new URL(`http://${host}:${(server.address() as AddressInfo).port}${path}`)
const limits = { maxBytes: 4000, signal: AbortSignal.timeout(10_000) }

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('isPublicAddress', () => {
  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    'ff02::1',
    '2001:db8::1',
    'localhost',
    '',
    '2130706433',
    '0x7f.1',
  ])('parameters: %s is not', (address) => expect(isPublicAddress(address)).toBe(false))

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '2a00:1450::1'])(
    'parameters: %s is',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
})

test('isForeignAddress: the public addresses of this machine are not', () => {
  const own = { address: '8.8.4.4', family: 'IPv4' } as const
  const six = { address: '2606:4700::7', family: 'IPv6' } as const
  const interfaces = () => ({ eth0: [own, six] }) as never
  expect(
    ['8.8.4.4', '2606:4700::7', '2606:4700:0::0007', '10.0.0.1'].map((one) =>
      isForeignAddress(one, interfaces),
    ),
  ).toEqual([false, false, false, false])
  expect(['8.8.8.8', '2606:4700::8'].map((one) => isForeignAddress(one, interfaces))).toEqual([
    true,
    true,
  ])
})

describe('publicFetch', () => {
  const codeOf = (error: unknown) =>
    hasCode(error) && [error.context.sourceCode, error.context.field]
  const failure = async (target: URL, lookUp?: (host: string) => Promise<string[]>) =>
    codeOf(await publicFetch(lookUp)(target, limits).catch((error: unknown) => error))

  test('default', async () => {
    const answer = await publicFetch(undefined, () => true)(url(), limits)
    expect([answer.status, answer.bytes?.length]).toEqual([200, 2000])
  })

  test('behavior: an address of this machine is refused however it is spelt', async () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '[::1]',
      '[::ffff:7f00:1]',
      'localhost',
    ]) {
      expect({ host, code: await failure(url('/', host)) }).toEqual({ host, code: [400, 'url'] })
    }
  })

  test('behavior: a name that leads to a private address is refused, also when only one of its addresses is', async () => {
    expect(await failure(url('/', 'icons.example'), async () => ['127.0.0.1'])).toEqual([
      400,
      'url',
    ])
    expect(await failure(url('/', 'icons.example'), async () => ['8.8.8.8', '10.0.0.1'])).toEqual([
      400,
      'url',
    ])
  })

  test('behavior: the connection goes to the address that was checked', async () => {
    const asked: string[] = []
    const lookUp = async (host: string) => {
      asked.push(host)
      return [asked.length === 1 ? '127.0.0.1' : '10.0.0.1']
    }
    const answer = await publicFetch(lookUp, () => true)(url('/', 'rebind.example'), limits)
    expect([answer.status, asked]).toEqual([200, ['rebind.example']])
  })

  test('behavior: guard off, the private address is reached', async () => {
    const open = publicFetch(
      async () => ['127.0.0.1'],
      () => true,
    )
    expect((await open(url('/', 'icons.example'), limits)).status).toBe(200)
  })

  test('behavior: hands redirects back, and gives up beyond the size', async () => {
    const open = publicFetch(undefined, () => true)
    expect(await open(url('/away'), limits)).toMatchObject({
      status: 302,
      location: 'http://10.0.0.1/',
    })
    expect((await open(url(), { ...limits, maxBytes: 1999 })).bytes).toBeUndefined()
  })
})
