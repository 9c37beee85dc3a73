import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { type Chain, LatchkeyError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { KitSettings, MakeKit } from '../contract.ts'
import { openPageKits } from './page-kits.ts'

const makeKit: MakeKit = ({ id, networks }) =>
  createKit({
    id,
    storage: null,
    adapters: [
      evm({
        chains: networks.map(
          (network): Chain => ({
            id: network,
            name: network,
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: [],
          }),
        ),
      }),
    ],
  })
const settings = (networks: readonly string[], id = 'default'): KitSettings => ({
  id,
  networks: networks as KitSettings['networks'],
  relays: [],
})
// Elements of a page; only their identity counts.
const [a, b, c, d] = [{}, {}, {}, {}]
const code = (code: string) => expect.objectContaining({ code })

describe('openPageKits', () => {
  test('default: elements of one id share a kit, whoever names its networks', async () => {
    const kits = openPageKits(makeKit)
    const waiting = kits.join(a, settings([]))
    const modal = await kits.join(b, settings(['eip155:1']))
    expect(await waiting).toBe(modal)
    expect(await kits.join(c, settings(['eip155:1']))).toBe(modal)
    expect(await kits.join(d, settings(['eip155:1'], 'second'))).not.toBe(modal)
    expect(kits.modalOf(modal.kit)).toBe(modal)
  })

  test('behavior: other settings are refused while somebody uses the kit, and hold once nobody does', async () => {
    const kits = openPageKits(makeKit)
    const first = await kits.join(a, settings(['eip155:1']))
    await expect(kits.join(b, settings(['eip155:10']))).rejects.toEqual(code('config-invalid'))
    expect(await kits.join(a, settings(['eip155:10']))).not.toBe(first)
    kits.leave(a)
    const last = await kits.join(b, settings(['eip155:5']))
    expect(last.kit.chains.map(({ id }) => id)).toEqual(['eip155:5'])
    expect(await kits.join(a, settings([]))).toBe(last)
  })

  test('behavior: a kit that cannot be made is told to all, and may be tried again', async () => {
    const tries: string[] = []
    const kits = openPageKits((wanted) => {
      tries.push(wanted.id)
      if (tries.length === 1) throw new LatchkeyError('config-invalid')
      return makeKit(wanted)
    })
    const waiting = kits.join(a, settings([]))
    await Promise.all([
      expect(kits.join(b, settings(['eip155:1']))).rejects.toEqual(code('config-invalid')),
      expect(waiting).rejects.toEqual(code('config-invalid')),
    ])
    expect((await kits.join(b, settings(['eip155:1']))).kit.id).toBe('default')
  })

  test('behavior: without somebody who makes kits, networks are refused', async () => {
    const kits = openPageKits(undefined)
    await expect(kits.join(a, settings(['eip155:1']))).rejects.toEqual(code('config-invalid'))
  })
})
