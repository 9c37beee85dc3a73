import { isWalletListing } from '@latchkey/protocol'
import { describe, expect, it } from 'vitest'
import { allWallets, searchAllWallets } from './all-wallets.ts'
import { wallets } from './wallets.ts'

describe('allWallets', () => {
  it('default: begins with the first wallets, each with all that it has there; none twice', () => {
    const all = allWallets()
    expect(all.slice(0, wallets().length)).toMatchObject([...wallets()])
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.map(({ order }) => order)).toEqual(all.map((_, at) => at + 1))
    expect(all.filter((wallet) => !isWalletListing(wallet))).toEqual([])
  })

  it('behavior: at least a hundred can be opened on a phone, each marked', () => {
    const opened = allWallets().filter(({ mobile_link }) => mobile_link)
    expect(opened.length).toBeGreaterThanOrEqual(100)
    expect(opened.filter(({ link_formats }) => !link_formats?.mobile_link)).toEqual([])
  })

  it('behavior: explorer ids are those of one wallet each', () => {
    const ids = allWallets().flatMap(({ explorer_ids }) => explorer_ids ?? [])
    expect(ids.length).toBeGreaterThan(100)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('behavior: what is known of a first wallet is its own', () => {
    expect(allWallets().find(({ id }) => id === 'metamask')).toMatchObject({
      universal_link: 'https://metamask.app.link',
      explorer_ids: ['c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'],
    })
  })
})

describe('searchAllWallets', () => {
  it('default', () => {
    expect(searchAllWallets('zengo').map(({ id }) => id)).toEqual(['zengo'])
    expect(searchAllWallets('')).toHaveLength(allWallets().length)
  })

  it('parameters: query, an explorer id', () => {
    const id = 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96'
    expect(searchAllWallets(id).map((wallet) => wallet.id)).toEqual(['metamask'])
  })

  it('parameters: wallets', () => {
    const all = allWallets()
    const [first] = searchAllWallets('metamask', all)
    expect(first).toBe(all.find(({ id }) => id === 'metamask'))
    expect(searchAllWallets('metamask', [])).toEqual([])
  })
})
