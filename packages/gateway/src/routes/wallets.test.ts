import { walletsAnswerSchema } from '@latchkey/protocol/schema'
import { expect, test } from 'vitest'
import { makeGateway } from '../test/make-gateway.ts'

const { app } = makeGateway()
const ask = async (query: string) => {
  const response = await app.request(`/getWallets?projectId=shop&${query}`)
  expect(response.status).toBe(200)
  return walletsAnswerSchema.parse(await response.json())
}
const ids = async (query: string) => (await ask(query)).data.map(({ id }) => id)

test('default', async () => {
  const { count, data } = await ask('')
  expect(count).toBeGreaterThanOrEqual(40)
  expect(data).toHaveLength(40)
})

test('parameters: page, entries', async () => {
  const all = await ids('entries=6')
  expect([...(await ids('page=1&entries=3')), ...(await ids('page=2&entries=3'))]).toEqual(all)
  expect(await ids('page=10000&entries=3')).toEqual([])
  expect((await app.request('/getWallets?projectId=shop&entries=101')).status).toBe(400)
})

test('parameters: include, exclude, search', async () => {
  expect(await ids('include=rainbow,metamask')).toEqual(['metamask', 'rainbow'])
  expect(await ids('include=rainbow,metamask&exclude=metamask')).toEqual(['rainbow'])
  expect(await ids('search=%20RAINbow%20')).toContain('rainbow')
  expect((await ask('search=zzzz-nothing')).count).toBe(0)
})

test('parameters: chains, rdns', async () => {
  const { data } = await ask('chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&entries=100')
  expect(data.length).toBeGreaterThan(0)
  expect(data.every(({ chains }) => !chains?.length || chains.includes('solana'))).toBe(true)
  expect(await ids('rdns=me.rainbow')).toEqual(['rainbow'])
})
