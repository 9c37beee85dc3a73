import type { AccountId } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refused, registered } from '../../test/name-gateway.ts'
import { codeOf, nameStage, posts } from '../../test/name-stage.ts'
import { addressOfNameQuery } from '../queries/address-of-name-query.ts'
import { addNameAddress } from './add-name-address.ts'

const run = {} as Awaited<ReturnType<typeof nameStage>>
const name = 'keeper.shop.eth'

beforeEach(async () => {
  Object.assign(run, await nameStage())
  run.gateway.names.set(name, registered(name, 'a1', [60]))
})
afterEach(() => vi.unstubAllGlobals())
const code = (account: AccountId) => codeOf(addNameAddress(run.kit, { name, account }))

describe('addNameAddress', () => {
  test('default: what is sent is the very text that was signed, by the owner', async () => {
    const { addresses } = await addNameAddress(run.kit, { name, account: 'eip155:2:a7' })
    expect([addresses[60]?.address, addresses[0x80000002]?.address]).toEqual(['a1', 'a7'])
    const [sent] = posts(run)
    expect(sent?.url.pathname).toBe(`/v1/profile/account/${name}/address`)
    expect(JSON.parse(sent?.body ?? '')).toMatchObject({
      coin_type: 0x80000002,
      address: 'a1',
      message: run.asked[0],
    })
    const { timestamp: _, ...content } = JSON.parse(run.asked[0] ?? '')
    expect(content).toEqual({ coin_type: 0x80000002, address: 'a7' })
  })

  test('behavior: what was looked up before is looked up anew', async () => {
    const look = () => addressOfNameQuery(run.kit, { chain: 'eip155:2', name }).queryFn()
    expect(await look()).toBe('a1')
    await addNameAddress(run.kit, { name, account: 'eip155:2:a7' })
    expect(await look()).toBe('a7')
  })

  test('behavior: another one takes the place of the one before', async () => {
    await addNameAddress(run.kit, { name, account: 'eip155:1:a7' })
    const { addresses } = await addNameAddress(run.kit, { name, account: 'eip155:1:a8' })
    expect(Object.values(addresses).map(({ address }) => address)).toEqual(['a8'])
  })

  test('behavior: what is sure to be refused is refused before the wallet is asked', async () => {
    expect(await code('eip155:2:zz')).toBe('receiver-invalid')
    expect(await code('eip155:4294967295:a7')).toBe('chain-unsupported')
    run.gateway.names.clear()
    expect(await code('eip155:2:a7')).toBe('name-not-found')
    expect(run.asked).toEqual([])
  })

  test('behavior: an answer that leads elsewhere is none, one that was lost is looked up', async () => {
    const other = registered(name, 'a1', [60, 0x80000002])
    run.gateway.instead.set(`POST /v1/profile/account/${name}`, { status: 200, json: other })
    expect(await code('eip155:2:a7')).toBe('name-change-failed')
    run.gateway.instead.set(`POST /v1/profile/account/${name}`, 'down')
    run.gateway.names.set(name, other)
    expect(await code('eip155:2:a8')).toBe('name-change-failed')
    run.gateway.instead.set(`POST /v1/profile/account/${name}`, refused(400, 'timestamp'))
    run.gateway.names.set(name, registered(name, 'a7', [0x80000002]))
    expect(await code('eip155:2:a7')).toBe('done')
  })
})
